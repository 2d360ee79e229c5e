import { heldScript } from '#app/http/held-orders.ts'
import { hostPrefix } from '#app/kit/host-prefix.ts'
import { clockToleranceMs, recordKey, searchSite, verificationMs } from './rules.ts'

export type GateDocument = 'gate' | 'inside'

/** What the script has to know. Its functions are sent as text, so they can see nothing outside themselves. */
type ScriptRules = {
  key: string
  hostPrefix: string
  lifeMs: number
  toleranceMs: number
  searchSite: string
}

type RecordVerdict = 'stay' | 'reload' | 'no_cookies'

/**
 * The text of the one inline script, on every page the same: the policy names its hash. Which document it is in, its element says
 * (`data-gate`). It also keeps the place of the line of what is held (`held-orders.ts`), which is not painted twice.
 */
export function gateScript(): string {
  made ??= makeScript()
  return made
}

let made: string | undefined

function makeScript(): string {
  const rules = JSON.stringify({
    key: recordKey,
    hostPrefix,
    lifeMs: verificationMs,
    toleranceMs: clockToleranceMs,
    searchSite,
  } satisfies ScriptRules)
  const text = `((win,rules)=>{
const kind=win.document.currentScript.dataset.gate
const verdict=(${followRecord.toString()})(win,rules,kind)
if(kind==='gate')(${showQuestion.toString()})(win,rules,verdict)
else{${heldScript()}}
})(window,${rules})`
  return text.replaceAll(/\n\s+/g, '\n')
}

/**
 * Makes the cookie follow the browser's record, which is the authority, and reloads where the server then has
 * something else to say; again when the page comes back from the background or the back-forward cache.
 *
 * It cannot loop. Each reload needs a cookie that really changed: a cookie the browser did not keep, or that the
 * server has just refused although it equals the record (clocks apart), is not tried again.
 */
function followRecord(win: Window, rules: ScriptRules, kind: GateDocument): RecordVerdict {
  const { document, location } = win
  const { key, lifeMs, toleranceMs } = rules
  const isHttps = location.protocol === 'https:'
  const cookie = isHttps ? rules.hostPrefix + key : key
  win.addEventListener('pageshow', (event) => {
    if (event.persisted) follow(false)
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) follow(false)
  })
  return follow(true)

  function follow(isFirst: boolean): RecordVerdict {
    const verdict = compare(isFirst)
    if (verdict === 'reload') {
      document.documentElement.dataset.age = 'wait'
      location.reload()
    }
    return verdict
  }

  function compare(isFirst: boolean): RecordVerdict {
    let ageMs = Number.NaN
    let value = ''
    try {
      const text = win.localStorage.getItem(key)
      try {
        const record = JSON.parse(text || '') as { verified: unknown; timestamp: string }
        if (record.verified === true) ageMs = Date.now() - Date.parse(record.timestamp)
        value = encodeURIComponent(record.timestamp)
      } catch {
        // Not a record of ours.
      }
      // Some private windows read, but do not write: there a record can never exist.
      if (!text && kind === 'inside') win.localStorage.setItem(key, '')
      if (!isFresh(ageMs)) win.localStorage.removeItem(key)
    } catch {
      return 'stay' // storage is blocked: the cookie alone decides
    }
    if (!isFresh(ageMs)) {
      writeCookie('', 0)
      return kind === 'gate' || hasCookie('') ? 'stay' : 'reload'
    }
    if (kind === 'inside' || (isFirst && hasCookie(value))) return 'stay'
    writeCookie(value, Math.floor((lifeMs - ageMs) / 1000))
    return hasCookie(value) ? 'reload' : 'no_cookies'
  }

  function isFresh(ageMs: number) {
    return ageMs < lifeMs && ageMs >= -toleranceMs
  }

  function writeCookie(value: string, seconds: number) {
    const secure = isHttps ? '; Secure' : ''
    document.cookie = `${cookie}=${value}; Path=/; SameSite=Lax; Max-Age=${seconds}${secure}`
  }

  function hasCookie(value: string) {
    return document.cookie.includes(`${cookie}=${value}`)
  }
}

function showQuestion(win: Window, rules: ScriptRules, verdict: RecordVerdict): void {
  const { document, location } = win
  const { dataset } = document.documentElement
  dataset.age = 'wait'
  if (verdict !== 'reload') document.addEventListener('DOMContentLoaded', ask)

  function ask() {
    const dialog = find('gate') as HTMLDialogElement
    const form = dialog.querySelector('form') as HTMLFormElement
    find('cookies').hidden = verdict !== 'no_cookies' && keepsCookies()
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
    find('understood').addEventListener('click', () => location.replace(rules.searchSite))

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

  // A browser that blocks cookies for one site says `cookieEnabled` all the same.
  function keepsCookies() {
    const name = `${rules.key}-try`
    document.cookie = `${name}=1; Path=/; SameSite=Lax; Max-Age=10`
    const isStored = document.cookie.includes(`${name}=1`)
    document.cookie = `${name}=; Path=/; SameSite=Lax; Max-Age=0`
    return isStored
  }

  function find(id: string) {
    return document.getElementById(`age-${id}`) as HTMLElement
  }

  function remember() {
    const timestamp = new Date().toISOString()
    try {
      win.localStorage.setItem(rules.key, JSON.stringify({ verified: true, timestamp }))
    } catch {
      // Storage is blocked: the cookie alone decides.
    }
    fill('timestamp', timestamp)
    fill('next', location.pathname + location.search + location.hash)
  }

  function fill(id: string, value: string) {
    const field = find(id) as HTMLInputElement
    field.value = value
  }
}
