// The forms and links of a page, read from the HTML that our own server writes.

/** A field of a form with the values it may have. */
type Field = {
  name: string
  value: string
  /** `aside`: a button for something else than what the form is for. */
  kind: 'text' | 'choice' | 'check' | 'hidden' | 'file' | 'aside'
  options: string[]
}

/** A form as a browser would send it. */
export type Form = { action: string; method: 'get' | 'post'; fields: Field[] }

/** All forms of a page that is at `path`. Fields outside a form that name it by its id belong to it. */
export function formsIn(html: string, path: string): Form[] {
  const outside = html.replaceAll(/<form\b[\s\S]*?<\/form>/g, '')
  return Array.from(html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g), ([, head = '', body = '']) => {
    const attributes = attributesOf(head)
    const own = attributes.id ? fieldsIn(outside).filter(({ of }) => of === attributes.id) : []
    return {
      action: attributes.action ?? path,
      method: attributes.method?.toLowerCase() === 'post' ? 'post' : 'get',
      fields: together([...fieldsIn(body), ...own]),
    }
  })
}

/** The addresses on this site that a page names: links, pictures, parts. */
export function addressesIn(html: string): string[] {
  const all = Array.from(html.matchAll(/\s(?:href|src|action)="(\/(?!\/)[^"#]*)/g), ([, at = '']) =>
    decode(at),
  )
  return [...new Set(all)]
}

type LooseField = Field & { of: string | undefined }

function fieldsIn(html: string): LooseField[] {
  const fields: LooseField[] = []
  for (const [, tag = '', head = ''] of html.matchAll(/<(input|select|textarea|button)\b([^>]*?)\/?>/g)) {
    const { name, type = 'text', value = '', form: of, formnovalidate } = attributesOf(head)
    if (!name) continue
    if (tag === 'select') fields.push({ name, of, kind: 'choice', ...optionsAfter(html, head) })
    else if (formnovalidate !== undefined) fields.push({ name, of, kind: 'aside', value, options: [] })
    else if (type === 'radio') fields.push({ name, of, kind: 'choice', value, options: [value] })
    else if (type === 'checkbox') fields.push({ name, of, kind: 'check', value: value || 'on', options: [] })
    else if (type === 'file') fields.push({ name, of, kind: 'file', value: '', options: [] })
    else if (type === 'hidden') fields.push({ name, of, kind: 'hidden', value, options: [] })
    else fields.push({ name, of, kind: 'text', value, options: [] })
  }
  return fields
}

function optionsAfter(html: string, head: string): { value: string; options: string[] } {
  const from = html.indexOf(head)
  const inside = html.slice(from, html.indexOf('</select>', from))
  const options = Array.from(
    inside.matchAll(/<option\b([^>]*)>/g),
    ([, option = '']) => attributesOf(option).value ?? '',
  )
  return { value: options[0] ?? '', options }
}

/** Choices of one name are one field with all their values. */
function together(fields: LooseField[]): Field[] {
  const known = new Map<string, Field>()
  for (const { of: _, ...field } of fields) {
    const same = known.get(field.name)
    if (same?.kind === 'choice' && field.kind === 'choice') same.options.push(...field.options)
    else if (!same) known.set(field.name, { ...field, options: [...field.options] })
  }
  return [...known.values()]
}

function attributesOf(head: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(head.matchAll(/([\w-]+)="([^"]*)"/g), ([, name = '', value = '']) => [
      name.toLowerCase(),
      decode(value),
    ]),
  )
}

function decode(text: string): string {
  const named: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'", '#39': "'" }
  return text.replaceAll(/&(#x27|#39|amp|quot|lt|gt);/g, (_, name: string) => named[name] ?? '')
}
