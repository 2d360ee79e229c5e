import { heldScript } from '#app/http/held-orders.ts'
import { hostPrefix } from '#app/http/site-request.ts'
import { clockToleranceMs, recordKey, searchSite, verificationMs } from './rules.ts'

/** What the script has to know. Its functions are sent as text, so they can see nothing outside themselves. */
const rules = {
  key: recordKey,
  hostPrefix,
  lifeMs: verificationMs,
  toleranceMs: clockToleranceMs,
  searchSite,
}

type Rules = typeof rules
/** In which document it stands: before a page, or in one that is shown. */
export type GatePlace = 'gate' | 'inside'
type Verdict = 'stay' | 'reload' | 'no_cookies'

/** The same in every document of its place: the policy names its hash. */
export function gateScript(place: GatePlace): string {
  return (made[place] ??= makeScript(place))
}

const made: Partial<Record<GatePlace, string>> = {}

function makeScript(place: GatePlace): string {
  const isGate = place === 'gate'
  const then = isGate ? `(${showQuestion.toString()})(win,rules,verdict)` : heldScript()
  const text = `((win,rules)=>{
const verdict=(${followRecord.toString()})(win,rules,${isGate});
${then}
})(window,${JSON.stringify(rules)})`
  return text.replaceAll(/\n\s+/g, '\n')
}

/** The record is the authority. It cannot loop: a reload needs a cookie that really changed, so one that was refused is not tried again. */
function followRecord(win: Window, { key, hostPrefix: prefix, lifeMs, toleranceMs }: Rules, isGate: boolean) {
  const { document, location } = win
  const isHttps = location.protocol === 'https:'
  const cookie = isHttps ? prefix + key : key
  win.addEventListener('pageshow', (event) => event.persisted && follow(false))
  document.addEventListener('visibilitychange', () => document.hidden || follow(false))
  return follow(true)

  function follow(isFirst: boolean): Verdict {
    const verdict = compare(isFirst)
    if (verdict === 'reload') {
      document.documentElement.dataset.age = 'wait'
      location.reload()
    }
    return verdict
  }

  function compare(isFirst: boolean): Verdict {
    let leftMs = 0
    let value: string
    try {
      const text = win.localStorage.getItem(key)
      // Some private windows read, but do not write: there a record can never exist.
      if (!text && !isGate) win.localStorage.setItem(key, '')
      const { verified, timestamp } = read(text)
      const ageMs = Date.now() - Date.parse(timestamp)
      if (verified === true && ageMs >= -toleranceMs && ageMs < lifeMs) leftMs = lifeMs - ageMs
      else win.localStorage.removeItem(key)
      value = encodeURIComponent(timestamp)
    } catch {
      return 'stay' // storage is blocked: the cookie alone decides
    }
    if (!leftMs) {
      write('', 0)
      return isGate || has('') ? 'stay' : 'reload'
    }
    if (!isGate || (isFirst && has(value))) return 'stay'
    write(value, Math.floor(leftMs / 1000))
    return has(value) ? 'reload' : 'no_cookies'
  }

  function read(text: string | null): { verified?: unknown; timestamp: string } {
    try {
      return { timestamp: '', ...(JSON.parse(text ?? '') as object) }
    } catch {
      return { timestamp: '' } // not a record of ours
    }
  }

  function write(value: string, seconds: number) {
    document.cookie = `${cookie}=${value}; Path=/; SameSite=Lax; Max-Age=${seconds}${isHttps ? '; Secure' : ''}`
  }

  function has(value: string) {
    return document.cookie.includes(`${cookie}=${value}`)
  }
}

function showQuestion(win: Window, { key, searchSite: elsewhere }: Rules, verdict: Verdict) {
  const { document, location } = win
  const { dataset } = document.documentElement
  const find = (id: string) => document.getElementById(`age-${id}`) as HTMLElement
  dataset.age = 'wait'
  if (verdict !== 'reload') document.addEventListener('DOMContentLoaded', ask)

  function ask() {
    const dialog = find('gate') as HTMLDialogElement
    const form = dialog.querySelector('form') as HTMLFormElement
    // A browser that blocks cookies for one site says `cookieEnabled` all the same.
    document.cookie = `${key}-try=1; Path=/; SameSite=Lax; Max-Age=10`
    find('cookies').hidden = verdict !== 'no_cookies' && document.cookie.includes(`${key}-try=1`)
    delete dataset.age
    open()
    // For browsers that do not know closedby: Escape twice closes even a dialog whose cancel event is prevented.
    dialog.addEventListener('close', open)
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') event.preventDefault()
      if (event.key === 'Tab') moveFocus(event)
    })
    form.addEventListener('submit', (event) => {
      const pressed = event.submitter as HTMLButtonElement
      if (pressed.value === 'adult') {
        pressed.setAttribute('aria-busy', 'true')
        return remember()
      }
      event.preventDefault()
      form.hidden = true
      find('restricted').hidden = false
      dialog.setAttribute('aria-labelledby', 'age-restricted-title')
      dialog.removeAttribute('aria-describedby')
      find('understood').focus()
    })
    find('understood').addEventListener('click', () => location.replace(elsewhere))

    function open() {
      dialog.removeAttribute('open') // set for browsers without JavaScript; a modal dialog opens closed
      dialog.showModal()
    }

    // Round and round: after the last button the browser would leave the dialog for its own buttons.
    function moveFocus(event: KeyboardEvent) {
      const buttons = [...dialog.querySelectorAll('button')].filter((button) => button.offsetParent)
      const step = event.shiftKey ? buttons.length - 1 : 1
      const from = buttons.indexOf(document.activeElement as HTMLButtonElement)
      buttons[(from + step) % buttons.length]?.focus()
      event.preventDefault()
    }
  }

  function remember() {
    const timestamp = new Date().toISOString()
    try {
      win.localStorage.setItem(key, JSON.stringify({ verified: true, timestamp }))
    } catch {
      // Storage is blocked: the cookie alone decides.
    }
    const fill = (id: string, value: string) => ((find(id) as HTMLInputElement).value = value)
    fill('timestamp', timestamp)
    fill('next', location.pathname + location.search + location.hash)
  }
}
