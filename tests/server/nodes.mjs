// Several servers on one PostgreSQL behind nginx, and players who come back when their server is gone.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask, Program, serverStart, storeWords } from './support.mjs'
import { until } from './waiting.mjs'
import { cookieOf, enter } from './websocket.mjs'

// Addresses of this machine that no other process of the tests listens at: the number of the process is in them. All that
// listen here have the same port, so that one that is away for a moment finds it free: nobody can take a port at all
// addresses while somebody has it at one.
const address = (index) => `127.${((index + 1) << 6) | (process.pid >> 16)}.${(process.pid >> 8) & 255}.${process.pid & 255}`

// The configuration of docs/hosting.md, but for TLS, with all its files in one folder.
const configuration = (folder, port, count) => `
daemon off;
${process.getuid() === 0 ? 'user root;' : ''}
pid ${folder}/pid;
error_log ${folder}/errors;
worker_processes 1;
events { worker_connections 4096; }
http {
    access_log off;
    client_body_temp_path ${folder}/body;
    proxy_temp_path ${folder}/proxy;
    fastcgi_temp_path ${folder}/fastcgi;
    uwsgi_temp_path ${folder}/uwsgi;
    scgi_temp_path ${folder}/scgi;
    map $http_upgrade $connection_upgrade { default upgrade; "" ""; }
    upstream tablier {
        ${Array.from({ length: count }, (_, node) => `server ${address(node)}:${port} max_fails=0;`).join('\n        ')}
    }
    server {
        listen ${address(count)}:${port};
        location / {
            proxy_pass http://tablier;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_connect_timeout 1s;
            proxy_read_timeout 60s;
            proxy_next_upstream error timeout http_502 http_503;
            add_header X-Node $upstream_addr always;
        }
    }
}
`

async function proxyStart(folder, port, count) {
  const path = join(folder, 'nginx')
  mkdirSync(path)
  writeFileSync(join(path, 'config'), configuration(path, port, count))
  const proxy = new Program([process.env.NGINX ?? 'nginx', '-e', join(path, 'errors'), '-c', join(path, 'config')])
  await until(`${proxy} to serve`, () => {
    if (proxy.over) throw new Error(`it has ended: ${proxy}`)
    return ask(port, '/health', { host: address(count) }).then(({ status }) => status === 200, () => false)
  })
  return proxy
}

// Two servers at most, and nginx before them. `start(i)` begins server i, also again. Who connects to `host` and `port`
// comes to any of them.
export async function clusterStart(folder, count) {
  const cluster = { nodes: [], players: new Set(), host: address(count), port: 0 }
  cluster.start = async (i) => {
    cluster.nodes[i] = await serverStart('--host', address(i), '--port', String(cluster.port), '--web', join(folder, 'web'),
      ...storeWords(folder), '--config', join(folder, 'config'))
    cluster.port = cluster.nodes[i].port
  }
  for (let i = 0; i < count; i++) await cluster.start(i)
  const proxy = await proxyStart(folder, cluster.port, count)
  cluster.stop = async () => {
    for (const player of cluster.players) await player.end()
    for (const node of cluster.nodes) await node.stop()
    await proxy.end()
  }
  return cluster
}

// A game of Siam that is not over yet.
export const line = `
  @d5n @a3n @e4s @a2s @a5e @b1n a5a4e b1e @a5n b1b2n @e1e @a2e a4n b2b1e d5e @b5e d5c5n a2b2e e1s b2s a4b4n b5w
  a5w b1a1n e1e2s c2c1e a5s b2e e4d4n a1a2s e2w a3s a5a4n c1b1s e2e3n a3- b4s a2n a4e b2c2s a4a5s b1n b4w b1c1s
  e3e4e c2w b4a4w @b1w d4e b5s d4w a2b2w c5d5n b1n d5w b1a1w e4- a1a2s d5e5n b2b1e d4d5e c1d1n d5w c2d2s a4- d2c2w
  d5d4n c2b2s @e3n b1a1s @c5s d1d2w e5d5n a2n a5e d2c2n d4c4s c2c1s d5e b2c2n
`.trim().split(/\s+/)

// On which server a connection through the proxy has come out.
const nodeOf = ({ headers }) => [0, 1].find((i) => headers['x-node'].split(/[, ]+/).at(-1).startsWith(`${address(i)}:`))

// Somebody who plays through the proxy, and comes back as a page does when the connection is gone.
export class Player {
  constructor(cluster, name) {
    Object.assign(this, { cluster, name, cookie: undefined, games: new Set(), times: 0 })
    cluster.players.add(this)
  }

  // `other`: not on that server.
  enter(other) {
    return until(`${this.name} to be let in`, () => this.tryEnter(other).catch(() => null))
  }

  async tryEnter(other) {
    const connection = await enter(this.cluster.port, { name: this.name, cookie: this.cookie, host: this.cluster.host })
    this.cookie ??= cookieOf(connection)
    this.node = nodeOf(connection)
    if (this.node === other) return connection.end().then(() => null)
    this.connection = connection
    this.times++
    for (const game of this.games) await connection.ask('watch', { game })
    return this
  }

  // Asks, again after every interruption, until there is an answer.
  async ask(t, fields) {
    for (;;) {
      try {
        return await this.connection.ask(t, fields)
      } catch (error) {
        if (this.gone || !this.connection.over) throw error
        await this.enter()
      }
    }
  }

  async watch(game) {
    this.games.add(game)
    return this.ask('watch', { game })
  }

  end() {
    this.gone = true
    return this.connection?.end()
  }
}
