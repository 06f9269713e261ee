// Counts the tests in JUnit files, as ctest and vitest write them, and tells the first failure whole:
//   node scripts/results.mjs count FILE...   prints "PASSED FAILED"
//   node scripts/results.mjs first FILE...   prints the first test that failed: its name, and all it has said
import { existsSync, readFileSync } from 'node:fs'

const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const plain = (text) =>
  text.replace(/&(?:#(x?)([\da-f]+)|(\w+));/gi, (whole, hex, code, name) =>
    code ? String.fromCodePoint(parseInt(code, hex ? 16 : 10)) : (entities[name] ?? whole))

// Every test of a file: { name, failed, skipped, text }.
function testsOf(path) {
  const xml = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return [...xml.matchAll(/<testcase\b([^>]*?)(?:\/>|>([^]*?)<\/testcase>)/g)].map(([, attributes, inside = '']) => ({
    name: plain(/\bname="([^"]*)"/.exec(attributes)[1]),
    failed: /<(failure|error)\b/.test(inside) || /status="(fail|notrun)"/.test(attributes),
    skipped: /<skipped\b/.test(inside),
    text: plain(inside.replace(/<failure message="([^"]*)"\s*\/?>/g, '$1\n').replace(/<!\[CDATA\[([^]*?)\]\]>/g, '$1').replace(/<[^>]*>/g, '')),
  }))
}

const [command, ...files] = process.argv.slice(2)
const tests = files.flatMap(testsOf)
const failed = tests.filter((each) => each.failed)
if (command === 'count') console.log(`${tests.filter((each) => !each.failed && !each.skipped).length} ${failed.length}`)
else if (failed.length > 0) console.log(`${failed[0].name}\n\n${failed[0].text.trim()}`)
