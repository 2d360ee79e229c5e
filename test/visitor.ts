// A person at the shop without script, in this process: opens pages, reads them by role and label, fills and sends forms,
// gets mail. What needs script, layout or sight is for a browser.
import { configure, type BoundFunctions, type queries, within } from '@testing-library/dom'
import { Window } from 'happy-dom'
import { closedPagesOf } from '#app/closed-pages.server.ts'
import type { StaffRole } from '#app/features/staff/rules.ts'
import { jobs } from '#app/jobs.server.ts'
import { after } from '#app/kit/clock.ts'
import type { Mail } from '#app/mail/mailer.server.ts'
import { listSearchEntries } from '#app/search-entries.server.ts'
import type { Settings } from '#server/env.ts'
import type { TestContext } from './db.ts'
import { jobRunner } from './jobs.ts'
import { givenSample } from './reference.ts'
import { givenSite, type TestSite } from './site.ts'
import { givenStaff } from './staff.ts'
import type { TestShop } from './visit.ts'

// Nothing is laid out here, so nothing is hidden by a style: to look for that takes most of the time.
configure({ defaultHidden: true, getElementError: (words) => new Error(words?.split('\n', 1)[0]) })

/** What a field holds and what the page says of it. */
export type ShownField = { value: string; isChecked: boolean; isInvalid: boolean; words: string }

/** Text or a pattern; text has to be the whole name, or the whole label without its marks. */
type Name = string | RegExp

const { run, workOff } = jobRunner(jobs)

/** One browser at the shop, with cookies of its own. */
export class Visitor {
  /** The address of the open page, with its query. */
  path = ''
  /** Of the last answer, after redirects. */
  status = 0
  headers = new Headers()
  /** The page as it was sent. */
  html = ''
  /** Whether it was past the age gate before. */
  isVerified = true
  private readonly cookies = new Map<string, string>()
  private window = new Window()
  private readonly ctx: TestContext
  readonly site: TestSite

  constructor(ctx: TestContext, site: TestSite) {
    this.ctx = ctx
    this.site = site
  }

  get shop(): TestShop {
    return this.site.shop
  }

  /** Another browser at the same shop. */
  another(): Visitor {
    return new Visitor(this.ctx, this.site)
  }

  /** Signs this browser in behind the counter, just now. */
  async signIn(role: StaffRole, options: Parameters<typeof givenStaff>[2] = {}) {
    const email = `${role}-${crypto.randomUUID().slice(0, 8)}@example.com`
    const { member, token } = await givenStaff(this.ctx, role, { email, ...options })
    this.setCookie('paco-staff', token)
    return member
  }

  setCookie(name: string, value: string) {
    this.cookies.set(name, value)
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name)
  }

  /** Opens an address of the shop, whole or from its root, and follows redirects. */
  async open(address: string): Promise<this> {
    await this.send(new URL(address, this.address), { method: 'GET' })
    return this
  }

  /** Follows the link of this name. */
  async follow(name: Name, where: HTMLElement = this.body) {
    const link = within(where).getByRole('link', { name })
    await this.open(new URL(link.getAttribute('href') ?? '', this.address).href)
  }

  /** Fills fields by their labels: text, the words or the value of an option, or whether a box is checked or a choice made. */
  fill(values: Record<string, string | boolean>, where: HTMLElement = this.body) {
    for (const [label, value] of Object.entries(values)) this.fillOne(label, value, where)
  }

  /** Fills one field; its label may be a pattern. */
  fillOne(label: Name, value: string | boolean | File, where: HTMLElement = this.body) {
    const field = this.labeled(label, where)
    if (field.hasAttribute('disabled')) throw new Error(`The field ${label} is disabled`)
    if (value instanceof File) return attach(field, value)
    if (typeof value === 'boolean') (field as HTMLInputElement).checked = value
    else if (field.tagName === 'SELECT') choose(field as HTMLSelectElement, value)
    else (field as HTMLInputElement).value = value
  }

  /** Sends the form of this button, or of the one of this name, as a browser does, and follows the redirect. */
  async press(button: Name | HTMLElement, where: HTMLElement = this.body) {
    await this.submit(this.button(button, where))
  }

  /** Likewise by a browser that asks for nothing that is missing before it sends. */
  async pressUnchecked(name: Name, where: HTMLElement = this.body) {
    const button = this.button(name, where)
    button.formNoValidate = true
    await this.submit(button)
  }

  private button(named: Name | HTMLElement, where: HTMLElement): HTMLButtonElement {
    const isName = typeof named === 'string' || named instanceof RegExp
    const button = isName
      ? within(where).getByRole<HTMLButtonElement>('button', { name: named })
      : (named as HTMLButtonElement)
    const name = textOf(button)
    if (button.disabled) throw new Error(`The button ${name} is disabled`)
    if (!button.form) throw new Error(`The button ${name} sends no form`)
    return button
  }

  private async submit(button: HTMLButtonElement) {
    const { url, ...init } = requestOf(this.window, button)
    await this.send(url, init)
  }

  /** The element of this role and name; `where` narrows it. */
  part(role: string, name?: Name, where: HTMLElement = this.body): HTMLElement {
    return within(where).getByRole(role, name === undefined ? {} : { name })
  }

  /** The elements of this role and name. */
  parts(role: string, name?: Name, where: HTMLElement = this.body): HTMLElement[] {
    return within(where).queryAllByRole(role, name === undefined ? {} : { name })
  }

  /** Queries of the whole page. */
  get page(): BoundFunctions<typeof queries> {
    return within(this.body)
  }

  get document(): Document {
    return this.window.document as unknown as Document
  }

  get body(): HTMLElement {
    return this.document.body
  }

  /** What the page reads, its spaces as one. */
  get text(): string {
    return textOf(this.body)
  }

  /** The main heading. */
  get heading(): string {
    return this.parts('heading')
      .filter((one) => one.tagName === 'H1')
      .map(textOf)
      .join(' | ')
  }

  /** What the page says of a field. */
  field(label: Name, where: HTMLElement = this.body): ShownField {
    const field = this.labeled(label, where)
    const described = ['aria-describedby', 'aria-errormessage'].flatMap(
      (name) => field.getAttribute(name)?.split(' ') ?? [],
    )
    return {
      value: (field as HTMLInputElement).value,
      isChecked: (field as HTMLInputElement).checked,
      isInvalid: field.getAttribute('aria-invalid') === 'true',
      words: described.map((id) => textOf(this.document.getElementById(id))).join(' '),
    }
  }

  /** What is announced at once. */
  get alerts(): string[] {
    return this.parts('alert').map(textOf).filter(Boolean)
  }

  /** Runs a job of the shop. */
  async run(job: string, payload: object = {}) {
    await run(this.shop, job, payload)
  }

  /** Runs what is due now, and what that queues. */
  async workOff() {
    const queued = this.ctx.queued
    for (await this.ctx.handOn(); queued.length > 0; await this.ctx.handOn())
      await workOff({ ...this.shop, queued })
  }

  /** The newest mail to an address about this, sent by now. */
  async mail(to: string, subject: RegExp): Promise<Mail> {
    await this.workOff()
    const mails = this.shop.sent.filter((mail) => mail.to === to)
    const found = mails.findLast((mail) => subject.test(mail.subject))
    if (!found)
      throw new Error(
        `No mail to ${to} about ${subject}; there are: ${mails.map((mail) => mail.subject).join('; ')}`,
      )
    return found
  }

  /** Lets time pass, in milliseconds. */
  wait(ms: number) {
    this.ctx.setNow(after(this.ctx.now(), ms))
  }

  private get address(): string {
    return new URL(this.path || '/', this.shop.publicUrl).href
  }

  /** By its whole label, or without the mark of what is required. */
  private labeled(label: Name, where: HTMLElement): HTMLElement {
    const queried = within(where)
    if (typeof label !== 'string') return queried.getByLabelText(label)
    const found = queried.queryAllByLabelText(label)
    const isSame = (words: string) =>
      words
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/\s*(\*|\(optional\))$/, '') === label
    const exact = found.length > 0 ? found : queried.queryAllByLabelText((words) => isSame(words))
    const [only, ...more] = [...new Set(exact)]
    if (only && more.length === 0) return only
    const labels = [...where.querySelectorAll('label')].map(textOf)
    throw new Error(
      `${only ? 'More than one' : 'No'} field "${label}" at ${this.path}; labels: ${labels.join(' | ')}`,
    )
  }

  private async send(url: URL, init: RequestInit, redirects = 0): Promise<void> {
    const { pathname, search, hash } = url
    if (url.origin !== new URL(this.shop.publicUrl).origin) throw new Error(`${url.href} is not the shop's`)
    const headers = new Headers(init.headers)
    headers.set('Accept', 'text/html')
    if (this.cookies.size > 0)
      headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (init.method === 'POST') {
      headers.set('Origin', url.origin)
      headers.set('Referer', this.address)
    }
    const answer = await this.site.ask(pathname + search, { ...init, headers, isVerified: this.isVerified })
    this.keepCookies(answer)
    const location = answer.headers.get('Location')
    if (answer.status >= 300 && answer.status < 400 && location) {
      if (redirects > 10) throw new Error(`Too many redirects at ${url.href}`)
      const keepsMethod = answer.status === 307 || answer.status === 308
      return this.send(new URL(location, url), keepsMethod ? init : { method: 'GET' }, redirects + 1)
    }
    this.path = pathname + search + hash
    this.status = answer.status
    this.headers = answer.headers
    this.html = await answer.text()
    const isPage = answer.headers.get('Content-Type')?.startsWith('text/html')
    this.window = readPage(isPage ? this.html : '', url)
  }

  private keepCookies(answer: Response) {
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(/;\s*/)
      const at = pair.indexOf('=')
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
      const isEnded = attributes.some(
        (one) => /^Max-Age=(0|-)/i.test(one) || /^Expires=Thu, 01 Jan 1970/i.test(one),
      )
      if (isEnded) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

/**
 * Opens the shop on a test's database, past the age gate. `sample` fills it with the sample catalog first; `settings` override
 * the defaults, `change` the shop.
 */
export async function visitor(
  ctx: TestContext,
  {
    sample = false,
    settings = {},
    change = (shop) => shop,
  }: { sample?: boolean; settings?: Partial<Settings>; change?: (shop: TestShop) => TestShop } = {},
): Promise<Visitor> {
  if (sample) await givenSample(ctx.db, ctx.now())
  const site = await givenSite(ctx, settings, (shop) => {
    const closedPages = closedPagesOf(ctx.db, ctx.now, shop.facts)
    return change({
      ...shop,
      closedPages,
      searchEntries: async () => listSearchEntries(ctx.db, ctx.now(), await closedPages()),
    })
  })
  return new Visitor(ctx, site)
}

/** The text of an element, its spaces as one. */
export function textOf(element: Element | null): string {
  const read = element?.cloneNode(true) as Element | undefined
  // What a button says only while its form is being sent.
  for (const busy of read?.querySelectorAll('.btn-labels > [aria-hidden]') ?? []) busy.remove()
  return (read?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** The first address in a mail that matches. */
export function linkIn({ text }: Mail, pattern: RegExp): string {
  const link = [...text.matchAll(/https?:\/\/[^\s<>)]+/g)]
    .map(([found]) => found)
    .find((one) => pattern.test(one))
  if (!link) throw new Error(`No link like ${pattern} in: ${text}`)
  return link
}

/** Reads the HTML of a page, or nothing where there is none. */
function readPage(html: string, url: URL): Window {
  const window = new Window({ url: url.href, settings: { disableComputedStyleRendering: true } })
  if (!html) return window
  const { document } = window
  document.write(withoutScript(html).replaceAll('\r\n', '\n')) // as browsers read the ends of lines
  // The styles show one of a button's labels.
  for (const label of document.querySelectorAll('.btn-labels > [data-off]')) label.remove()
  // happy-dom forgets which option is chosen while it reads a select.
  for (const option of document.querySelectorAll('option'))
    if (option.hasAttribute('selected')) option.selected = true
  return window
}

/** Scripts and styles are nothing to a visitor without script: to read them takes time only. */
function withoutScript(html: string): string {
  return html.replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '').replaceAll(/<link\b[^>]*>/g, '')
}

/** Files by the fields that hold them. */
const attached = new WeakMap<object, File>()

/** Puts a file into a field. */
function attach(field: HTMLElement, file: File) {
  attached.set(field, file)
}

/** Chooses an option by its words or its value. */
function choose(select: HTMLSelectElement, words: string) {
  const option = [...select.options].find((one) => one.text.trim() === words || one.value === words)
  if (!option)
    throw new Error(`There is no "${words}" among ${[...select.options].map(({ text }) => text).join(', ')}`)
  select.value = option.value
}

/**
 * The request of a form that this button sends.
 * @throws If a browser would not send it: a field is missing or wrong.
 */
function requestOf(window: Window, button: HTMLButtonElement) {
  const { form } = button
  if (!form) throw new Error('The button is in no form')
  if (!form.noValidate && !button.formNoValidate) requireValid(form)
  const address = window.location.href
  const url = new URL(button.getAttribute('formaction') ?? form.getAttribute('action') ?? address, address)
  const entries = entriesOf(window, form, button)
  const texts = new URLSearchParams(entries.filter(isText))
  const method = (button.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toUpperCase()
  if (method === 'GET') {
    url.search = texts.toString()
    return { url, method }
  }
  return { url, method, body: form.enctype === 'multipart/form-data' ? multipart(entries) : texts }
}

type Entry = [name: string, value: string | File]
const isText = (entry: Entry): entry is [string, string] => typeof entry[1] === 'string'

function entriesOf(window: Window, form: HTMLFormElement, button: HTMLButtonElement): Entry[] {
  const data = new window.FormData(form as never, button as never)
  const entries = [...data.entries()].flatMap(([name, value]): Entry[] =>
    typeof value === 'string' ? [[name, value.replaceAll(/\r?\n/g, '\r\n')]] : [],
  )
  const files = [...form.querySelectorAll<HTMLInputElement>('input[type=file]')].filter(
    ({ name, disabled }) => name && !disabled,
  )
  return [...entries, ...files.map((field): Entry => [field.name, attached.get(field) ?? new File([], '')])]
}

function multipart(entries: Entry[]): FormData {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}

function requireValid(form: HTMLFormElement) {
  const wrong = [...form.querySelectorAll<HTMLInputElement>('input, select, textarea')].find(
    (field) => !field.checkValidity(),
  )
  if (wrong)
    throw new Error(`A browser does not send the field "${wrong.name}" so: ${wrong.validationMessage}`)
}
