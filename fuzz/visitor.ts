// A visitor who uses the shop as it is meant: keeps cookies, follows links, fills in forms. What is met on the way is
// what the fuzz then bends.
import type { Answer, Client } from './client.ts'
import { addressesIn, type Form, formsIn } from './forms.ts'

/** A form that was met, with what would be sent. */
export type MetForm = { form: Form; at: string; by: Visitor }

/** What people type, by the names of the fields. */
const typed: Record<string, string> = {
  name: 'Jordan Buyer',
  firstName: 'Jordan',
  phone: '',
  state: 'FL',
  zip: '33139',
  dealer: 'now',
  dealerName: 'Corner Arms',
  dealerCity: 'Tampa',
  dealerState: 'FL',
  dealerEmail: 'dealer@example.com',
  attestation: 'yes',
  paymentToken: 'sandbox_approve',
  shipStreet: '1 Ocean Drive',
  shipCity: 'Miami',
  shipState: 'FL',
  shipZip: '33130',
  shipCounty: 'Miami-Dade',
  message: 'A question about the next drop.',
  item: 'Ten patches',
  website: '',
  proof: '',
  madeAt: '2026-01-01T00:00:00.000Z',
}

/** A visitor with cookies of its own. */
export type Visitor = ReturnType<typeof openVisitor>

/** Lets a visitor in who has passed the age gate. `email` is typed into every form. */
export function openVisitor(client: Client, shopUrl: string, email: string) {
  const cookies = new Map([['paco-age', encodeURIComponent(new Date().toISOString())]])
  const met: MetForm[] = []
  const addresses = new Set<string>()
  const pages = new Set<string>()

  const visitor = {
    met,
    addresses,
    pages,
    cookie: () => Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
    /** Takes a cookie that was not set by an answer, as `name=value`. */
    take: (cookie: string) => keep(cookie),
    /** Opens an address and goes where it leads. Gives the page and where it is. */
    async open(path: string): Promise<{ at: string; answer: Answer }> {
      return follow(path, await send('GET', path))
    },
    /** Sends the form of a page with this action, filled in as people do, and goes where it leads. */
    async submit(page: { at: string; answer: Answer }, action: string, own: Record<string, string> = {}) {
      const forms = formsIn(page.answer.text, page.at).filter(({ method }) => method === 'post')
      const form = forms.find((one) => one.action.split('?')[0] === action)
      if (!form)
        throw new Error(
          `${page.at} (${page.answer.status}) has no form to ${action}, only to: ${forms.map((one) => one.action).join(', ')}`,
        )
      return follow(page.at, await send('POST', form.action, fill(form, email, own)))
    },
  }
  return visitor

  async function follow(from: string, first: Answer): Promise<{ at: string; answer: Answer }> {
    let [at, answer] = [from, first]
    for (let steps = 0; steps < 5 && answer.headers.location; steps++) {
      const next: URL = new URL(answer.headers.location, new URL(at, shopUrl))
      at = next.pathname + next.search
      answer = await send('GET', at)
    }
    if (answer.status >= 500) throw new Error(`${at} answered ${answer.status}`)
    look(at, answer)
    return { at, answer }
  }

  /** Notes what a page offers. Addresses with a secret are noted too: they are what a private link is. */
  function look(at: string, { status, headers, text }: Answer) {
    if (status === 200) pages.add(at)
    if (!headers['content-type']?.startsWith('text/html')) return
    for (const address of addressesIn(text)) addresses.add(address)
    for (const form of formsIn(text, at)) met.push({ form, at, by: visitor })
  }

  async function send(method: string, path: string, form?: Map<string, string>): Promise<Answer> {
    const answer = await client.send({
      method,
      path,
      headers: {
        Accept: 'text/html',
        Cookie: visitor.cookie(),
        Origin: shopUrl,
        ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { body: new URLSearchParams([...form]).toString() }),
    })
    for (const set of answer.headers['set-cookie'] ?? []) keep(set.split(';')[0] ?? '')
    return answer
  }

  function keep(cookie: string) {
    const [name = '', value = ''] = cookie.split('=')
    cookies.set(name, value)
  }
}

/** What a person would send: everything that can be ticked is, and of choices without an opinion the first. */
function fill({ fields }: Form, email: string, own: Record<string, string>): Map<string, string> {
  return new Map(
    fields.flatMap(({ name, kind, value, options }) => {
      if (kind === 'file' || kind === 'aside') return []
      const said = own[name] ?? (/email/i.test(name) && name !== 'dealerEmail' ? email : typed[name])
      if (kind === 'hidden' || said === undefined) return [[name, own[name] ?? value] as const]
      if (kind === 'choice' && !options.includes(said)) return [[name, value] as const]
      return [[name, said] as const]
    }),
  )
}
