// The stand-in's card form: a script and an iframe page that communicate as the processor's own do.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { type Books, type Card, cards } from './books.ts'

/** Serves the script, the iframe page, and tokens for entered cards. */
export async function serveCardForm(books: Books, request: IncomingMessage, response: ServerResponse) {
  const host = `http://${request.headers.host}`
  const answer = (type: string, body: string) => response.writeHead(200, { 'Content-Type': type }).end(body)
  if (request.url === '/v3/AcceptUI.js') return answer('text/javascript', script(host))
  if (request.url === '/v3/acceptMain/acceptMain.html') return answer('text/html; charset=utf-8', page)
  if (request.method !== 'POST') return response.writeHead(404).end()
  const { number } = (await json(request)) as { number: string }
  const digits = number.replaceAll(' ', '')
  const card = (Object.keys(cards) as Card[]).find((name) => cards[name] === digits)
  const said = card
    ? {
        messages: { resultCode: 'Ok', message: [{ code: 'I_WC_01', text: 'Successful.' }] },
        opaqueData: { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue: books.issueToken(card) },
        encryptedCardData: { cardNumber: `XXXXXXXXXXXX${digits.slice(-4)}`, expDate: '12/30', bin: '411111' },
      }
    : { messages: { resultCode: 'Error', message: [{ code: 'E_WC_05', text: 'Enter a card number.' }] } }
  return answer('application/json', JSON.stringify(said))
}

/**
 * Like the processor's script: reads the button's attributes once, adds a style element, an overlay and an iframe,
 * shows them on click, and passes the iframe's response to a global function.
 */
function script(host: string): string {
  return `(() => {
  const begin = () => {
    const button = document.getElementsByClassName('AcceptUI')[0]
    const style = document.createElement('style')
    style.innerHTML = '#AcceptUIBackground {visibility: hidden} #AcceptUIContainer.show {visibility: visible}'
    document.head.appendChild(style)
    const veil = document.createElement('div')
    veil.id = 'AcceptUIBackground'
    Object.assign(veil.style, { position: 'absolute', top: '0', left: '0', background: '#000', opacity: '0', minWidth: '100%', minHeight: '100%', zIndex: '8' })
    const box = document.createElement('div')
    box.id = 'AcceptUIContainer'
    const frame = document.createElement('iframe')
    frame.src = '${host}/v3/acceptMain/acceptMain.html'
    Object.assign(frame.style, { width: '100%', height: '100%', border: '0' })
    Object.assign(box.style, { position: 'relative', zIndex: '9', display: 'block', overflow: 'hidden', height: '288px' })
    box.appendChild(frame)
    document.body.append(veil, box)
    const show = (name) => { veil.className = box.className = name }
    button.addEventListener('click', (event) => { show('show'); event.preventDefault(); window.scrollTo(0, 0) })
    addEventListener('message', ({ origin, data }) => {
      if (origin !== '${host}' || data?.verifyOrigin !== 'AcceptMain') return
      if (data.type === 'ACK') frame.contentWindow.postMessage({ verifyOrigin: 'AcceptUI', type: 'INIT', pktData: { button: button.getAttribute('data-acceptUIFormBtnTxt'), key: button.getAttribute('data-clientKey') } }, '${host}')
      if (data.type === 'RESPONSE') { show(''); window[button.getAttribute('data-responseHandler')](data.pktData) }
      if (data.type === 'CLOSE_IFRAME') show('')
    })
  }
  if (document.readyState === 'complete') begin()
  else document.addEventListener('readystatechange', () => { if (document.readyState === 'complete') begin() })
})()`
}

const page = `<!doctype html><html lang="en"><title>Card</title><meta name="viewport" content="width=device-width">
<body style="font: 16px sans-serif; padding: 16px"><h1 style="font-size: 18px">Stand-in for the card form</h1>
<form><label>Card number <input name="number" inputmode="numeric" autocomplete="cc-number"></label>
<p><button>Use this card</button> <button type="button" id="close">Cancel</button></p></form>
<script>
const tell = (type, pktData) => parent.postMessage({ verifyOrigin: 'AcceptMain', type, pktData }, '*')
document.querySelector('#close').addEventListener('click', () => tell('CLOSE_IFRAME'))
document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  const number = new FormData(event.target).get('number')
  const answer = await fetch('/tokens', { method: 'POST', body: JSON.stringify({ number }) })
  tell('RESPONSE', await answer.json())
})
addEventListener('message', ({ data }) => { if (data.type === 'INIT') document.querySelector('button').textContent = data.pktData.button })
tell('ACK')
</script></body></html>`
