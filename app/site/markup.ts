type Watcher = (root: ParentNode) => void

const watchers: Watcher[] = []

/** Calls `watch` with the page, and with each part that is put into it later. */
export function onMarkup(watch: Watcher): void {
  watchers.push(watch)
  watch(document)
}

export function announce(part: ParentNode): void {
  for (const watch of watchers) watch(part)
}

export function findAll(root: ParentNode, selector: string): HTMLElement[] {
  const own = root instanceof HTMLElement && root.matches(selector) ? [root] : []
  return [...own, ...root.querySelectorAll<HTMLElement>(selector)]
}

export async function fetchPage(address: URL | string, signal?: AbortSignal) {
  const answer = await fetch(address, { headers: { Accept: 'text/html' }, ...(signal && { signal }) })
  return { answer, page: await pageOf(answer) }
}

export async function pageOf(answer: Response): Promise<Document | undefined> {
  if (!answer.headers.get('Content-Type')?.startsWith('text/html')) return undefined
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  // A parsed document has no script, so that what is meant for browsers without would be part of it: a `meta` that reloads.
  for (const part of page.querySelectorAll('noscript')) part.remove()
  return page
}

/** Shows what the open page says now, as far as its visitor is not in the middle of something. */
export async function refresh(): Promise<void> {
  const parts = await import('./parts.ts').catch(() => undefined)
  // Without it the line is cut: the page stays as it was.
  await parts?.refresh()
}

export function isChanged(control: Element): boolean {
  if (!isField(control) || control.type === 'hidden') return false
  if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type))
    return control.checked !== control.defaultChecked
  return control.value !== writtenValue(control)
}

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isField(control: Element): control is Field {
  return control.matches('input, select, textarea')
}

export function writtenValue(field: Field): string | undefined {
  if (field instanceof HTMLSelectElement)
    return ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0])?.value
  if (field.type === 'radio' && !(field as HTMLInputElement).defaultChecked) return undefined
  return field.type === 'radio' ? field.value : field.defaultValue
}
