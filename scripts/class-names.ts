// Finds the class names that a source file writes, from its syntax tree.
import { parseSync } from 'vite'

type Node = { type: string; [key: string]: unknown }

/** A class name and the file that writes it. */
export type WrittenClass = { path: string; name: string }

/**
 * Every class name that `source` can put on an element: the strings in a `className`, in a call of `buttonClass`, and
 * in constants of the file used there. Strings that are only compared are left out.
 */
export function classNamesIn(path: string, source: string): WrittenClass[] {
  if (!source.includes('className')) return []
  const { program } = parseSync(path, source)
  const constants = new Map<string, Node>()
  const values: Node[] = []
  visit(program as unknown as Node, (node) => {
    if (node.type === 'VariableDeclarator' && isNode(node['id']) && isNode(node['init']))
      for (const name of namesOf(node['id'])) constants.set(name, node['init'])
    if (isClassName(node) && isNode(node['value'])) values.push(node['value'])
  })
  const seen = new Set<Node>()
  const names = new Set<string>()
  const collect = (value: Node) =>
    visit(value, (node) => {
      if (seen.has(node)) return false
      seen.add(node)
      if (isNoValue(node)) return false
      // Properties of an object argument, such as a variant, are not class names.
      if (node.type === 'CallExpression')
        for (const given of (node['arguments'] as Node[]).filter(({ type }) => type === 'ObjectExpression'))
          seen.add(given)
      for (const name of stringsOf(node)) names.add(name)
      const constant = node.type === 'Identifier' ? constants.get(String(node['name'])) : undefined
      if (constant && isOfStrings(constant)) collect(constant)
      return true
    })
  values.forEach(collect)
  return [...names].map((name) => ({ path, name }))
}

/** Every word of `source` that could be a class name. */
export function wordsIn(source: string): string[] {
  return source.match(/[a-z_][\w-]*/gi) ?? []
}

/** The prefixes of composed names, such as `art-` in `art-${theme}`. */
export function prefixesIn(source: string): string[] {
  return [...source.matchAll(/([a-z][\w-]*-)\$\{/gi)].map(([, prefix = '']) => prefix)
}

function isClassName({ type, name, key }: Node): boolean {
  if (type === 'JSXAttribute') return isNode(name) && /^(?:className|\w+Class)$/.test(String(name['name']))
  return type === 'Property' && isNode(key) && key['name'] === 'className'
}

/** What holds strings that are no class names: comparisons, other elements, types. */
function isNoValue({ type }: Node): boolean {
  return /^(?:BinaryExpression|JSXElement|TS(?!SatisfiesExpression|AsExpression).*)$/.test(type)
}

/** Strings, choices between them, or records of them: not the result of a hook or other data. */
function isOfStrings({ type }: Node): boolean {
  return /^(?:Literal|TemplateLiteral|ConditionalExpression|ObjectExpression|ArrayExpression|MemberExpression|TSSatisfiesExpression|TSAsExpression)$/.test(
    type,
  )
}

/** The names that a declaration gives: its own, or those that it takes out of an object. */
function namesOf(id: Node): string[] {
  if (id.type !== 'ObjectPattern') return [String(id['name'])]
  return (id['properties'] as Node[]).flatMap(({ value }) => (isNode(value) ? namesOf(value) : []))
}

function stringsOf(node: Node): string[] {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return words(node['value'])
  if (node.type !== 'TemplateLiteral') return []
  const quasis = node['quasis'] as { value: { cooked: string } }[]
  // A word that touches an expression is part of a longer name.
  return quasis.flatMap(({ value: { cooked } }, at) =>
    words(
      cooked.replace(at > 0 ? /^\S+/ : /^(?!)/, '').replace(at < quasis.length - 1 ? /\S+$/ : /(?!)$/, ''),
    ),
  )
}

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

/** Walks a tree. Nodes for which `see` returns false are skipped with their children. */
function visit(node: Node, see: (node: Node) => boolean | void) {
  if (see(node) === false) return
  for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, see)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}
