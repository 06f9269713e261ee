// Writes the weights of the engine's evaluations, which stand in C sources, as bytes for the page to load: GAME.weights, as
// the module has them in its memory. A file that is the same already stays as it is.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const place = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const kinds = { 8: Int8Array, 16: Int16Array } // of this machine; it counts from the small end, as the module does

function bytesOf(source) {
  const [, bits, numbers] = /KEPT_WEIGHTS int(8|16)_t [^{]*\{([-\d,\s]*)\}/.exec(source)
  return Buffer.from(kinds[bits].from(numbers.split(',').filter((number) => number.trim() !== '')).buffer)
}

for (const name of readdirSync(place('src/engine')).filter((name) => name.endsWith('_weights.c'))) {
  const written = place(`web/src/generated/${name.replace('_weights.c', '.weights')}`)
  const bytes = bytesOf(readFileSync(place(`src/engine/${name}`), 'utf8'))
  if (!existsSync(written) || !readFileSync(written).equals(bytes)) writeFileSync(written, bytes)
}
