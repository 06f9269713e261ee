// Checks a value against a JSON schema, as far as docs/openapi.json needs it. Stricter than schemas are: what is not
// described is a problem, unless additionalProperties says otherwise, so that the description stays complete.
const known = new Set(['$ref', 'type', 'required', 'properties', 'additionalProperties', 'items', 'enum', 'const', 'oneOf', 'minimum', 'maximum',
  'minLength', 'maxLength', 'pattern', 'description', 'example'])

const types = {
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

// What is wrong with a value, as a list of texts that say where.
export function problems(schema, value, root, where = '') {
  const unknown = Object.keys(schema).filter((key) => !known.has(key))
  if (unknown.length > 0) return [`${where}: the schema has ${unknown.join(', ')}, which nobody checks`]
  if (schema.$ref) {
    const target = schema.$ref.split('/').slice(1).reduce((at, key) => at?.[key], root)
    return target ? problems(target, value, root, where) : [`${where}: there is no ${schema.$ref}`]
  }
  if (schema.oneOf) {
    const tries = schema.oneOf.map((each) => problems(each, value, root, where))
    const good = tries.filter((each) => each.length === 0).length
    return good === 1 ? [] : [`${where}: ${good} of ${tries.length} fit: ${tries.flat().join('; ')}`]
  }
  const found = []
  const wrong = (what) => found.push(`${where || 'the body'}: ${what}, but it is ${JSON.stringify(value)?.slice(0, 80)}`)
  if (schema.type && ![schema.type].flat().some((type) => types[type](value))) wrong(`it should be of type ${schema.type}`)
  if (schema.enum && !schema.enum.includes(value)) wrong(`it should be one of ${schema.enum}`)
  if ('const' in schema && schema.const !== value) wrong(`it should be ${schema.const}`)
  if (found.length > 0) return found
  if (schema.minimum !== undefined && value < schema.minimum) wrong(`it should be at least ${schema.minimum}`)
  if (schema.maximum !== undefined && value > schema.maximum) wrong(`it should be at most ${schema.maximum}`)
  if (schema.minLength !== undefined && value.length < schema.minLength) wrong(`it should be longer`)
  if (schema.maxLength !== undefined && value.length > schema.maxLength) wrong(`it should be shorter`)
  if (schema.pattern && !new RegExp(schema.pattern, 'u').test(value)) wrong(`it should be like ${schema.pattern}`)
  if (schema.items) value.forEach((each, i) => found.push(...problems(schema.items, each, root, `${where}[${i}]`)))
  if (schema.type === 'object') found.push(...members(schema, value, root, where))
  return found
}

function members(schema, value, root, where) {
  const found = []
  for (const name of schema.required ?? []) if (!(name in value)) found.push(`${where}: ${name} is missing`)
  for (const [name, each] of Object.entries(value)) {
    const inner = schema.properties?.[name]
    if (inner) found.push(...problems(inner, each, root, `${where}.${name}`))
    else if (types.object(schema.additionalProperties)) found.push(...problems(schema.additionalProperties, each, root, `${where}.${name}`))
    else if (schema.additionalProperties !== true) found.push(`${where}.${name} is not described`)
  }
  return found
}
