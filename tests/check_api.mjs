// Checks that docs/api.md and docs/openapi.json have every route of src/server/api.def, with its fields, and no other,
// and docs/api.md every refusal: check_api.mjs SOURCE
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const read = (...parts) => readFileSync(join(process.argv[2], ...parts), 'utf8')
const page = read('docs', 'api.md')
const { paths, components } = JSON.parse(read('docs', 'openapi.json'))
const problems = []

// The routes: { method, path, summary, fields: [{ name, optional }], any }
const routes = [...read('src', 'server', 'api.def').matchAll(/^ROUTE\((\w+), "([^"]+)", (\w+), ([^"]+), "([^"]+)", (.*)\)$/gm)]
  .map(([, method, path, run, access, summary, fields]) => ({
    method: method.toLowerCase(),
    path,
    run,
    summary,
    any: /ANY_FIELDS/.test(access),
    anybody: /FOR_ANYBODY/.test(access),
    fields: [...fields.matchAll(/\b(MAYBE_)?(?:TEXT|NUMBER|SWITCH|WORD|GAME|OBJECT|LIST)\("(\w+)"/g)].map(([, maybe, name]) => ({ name, optional: maybe !== undefined })),
  }))
if (routes.length !== (read('src', 'server', 'api.def').match(/^ROUTE\(/gm) ?? []).length) problems.push('api.def: a route that cannot be read')

const resolve = (schema) => (schema?.$ref ? components.schemas[schema.$ref.split('/').pop()] : schema)

// The fields that an operation says it takes, in its body or in its query.
function documented(operation) {
  const schema = resolve(operation.requestBody?.content['application/json'].schema)
  if (schema) return Object.keys(schema.properties ?? {}).map((name) => ({ name, optional: !schema.required?.includes(name) }))
  return (operation.parameters ?? []).filter((each) => each.in === 'query').map((each) => ({ name: each.name, optional: !each.required }))
}

const sorted = (fields) => JSON.stringify([...fields].sort((a, b) => (a.name < b.name ? -1 : 1)))

for (const { method, path, run, summary, any, anybody, fields } of routes) {
  const title = `${method.toUpperCase()} ${path}`
  const operation = paths[path]?.[method]
  if (!page.includes(`\`${title}\``)) problems.push(`docs/api.md does not have \`${title}\``)
  if (!operation) {
    problems.push(`docs/openapi.json does not have ${title}`)
    continue
  }
  if (operation.operationId !== run) problems.push(`docs/openapi.json: the operationId of ${title} is not ${run}`)
  if (operation.summary !== summary) problems.push(`docs/openapi.json: the summary of ${title} is not "${summary}"`)
  if (!any && sorted(documented(operation)) !== sorted(fields)) problems.push(`docs/openapi.json: the fields of ${title} are not ${sorted(fields)}`)
  const free = operation.security.some((each) => Object.keys(each).length === 0)
  if (free !== anybody) problems.push(`docs/openapi.json: who may ask ${title} is not as in api.def`)
  const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  for (const name of parts)
    if (!operation.parameters?.some((each) => each.in === 'path' && each.name === name)) problems.push(`docs/openapi.json: ${title} does not say what {${name}} is`)
}

// Every refusal over HTTP is in the table of them, beside its status.
const rows = page.split('\n').filter((line) => /^\| [45]\d\d/.test(line)).map((line) => line.split('|'))
for (const name of readdirSync(join(process.argv[2], 'src', 'server')).filter((each) => each.endsWith('.c')))
  for (const [, status, code] of read('src', 'server', name).matchAll(/\b([45]\d\d), (?:NULL, )?"([a-z]+)"/g))
    if (!rows.some(([, statuses, codes]) => statuses.includes(status) && codes.includes(`\`${code}\``)))
      problems.push(`docs/api.md: the refusals do not have ${status} \`${code}\` of ${name}`)

for (const [path, methods] of Object.entries(paths))
  for (const method of Object.keys(methods))
    if (!routes.some((each) => each.path === path && each.method === method)) problems.push(`docs/openapi.json: there is no ${method.toUpperCase()} ${path}`)

for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
