// Puts compressed forms beside the built files, for `tablier serve` to send: node scripts/compress.mjs [FOLDER]
// A form that saves less than a tenth is not worth a file.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const folder = process.argv[2] ?? 'dist'
const forms = /\.(br|gz)$/
const pressed = /\.(png|jpg|webp|woff2|mp3|ogg)$/

// Weights are numbers of two bytes each, which one setting compresses better, and all else worse.
const brotli = (bytes, path) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_NPOSTFIX]: path.endsWith('.weights') ? 1 : 0,
    },
  })
const gzip = (bytes) => gzipSync(bytes, { level: 9 })

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath ?? entry.path, entry.name)
  if (!entry.isFile() || pressed.test(path)) continue
  if (forms.test(path)) {
    rmSync(path)
    continue
  }
  const bytes = readFileSync(path)
  for (const [ending, compress] of [['.br', brotli], ['.gz', gzip]]) {
    const form = compress(bytes, path)
    if (form.length < bytes.length * 0.9) writeFileSync(path + ending, form)
  }
}
