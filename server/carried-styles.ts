// A page that many see first carries its styles: asking for them costs a slow line two round trips before it shows anything.
import { readFileSync } from 'node:fs'

const styleLink = /<link rel="stylesheet" href="(\/assets\/[^"]+\.css)"([^>]*)\/>/g

/**
 * Puts the text of each style sheet of a page before its link. The links stay, switched off: the router knows a page's
 * styles by them, and `followLinks` lets each text count for as long as its link is there. `read` gives a sheet's text by
 * its address.
 */
export function carryStyles(html: string, read: (address: string) => string = readSheet): string {
  return html.replaceAll(
    styleLink,
    (_, address: string, more: string) =>
      `<style data-sheet="${address}">${read(address)}</style><link rel="stylesheet" href="${address}"${more} disabled=""/>`,
  )
}

/**
 * Runs in the browser, and sees nothing outside itself. When the visitor goes on to another page, the router takes the
 * links of this one away; when they come back, it puts them there again. The text that belongs to a link follows it.
 */
export function followLinks(document: Document) {
  const follow = (node: Node, media: string) => {
    const address = node instanceof HTMLLinkElement && node.getAttribute('href')
    const carried = address && document.querySelector<HTMLStyleElement>(`style[data-sheet="${address}"]`)
    if (carried) carried.media = media
  }
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const node of removedNodes) follow(node, 'not all')
      for (const node of addedNodes) follow(node, '')
    }
  }).observe(document.head, { childList: true })
}

/** Whether this is the text of a style sheet that was built with the shop, as `carryStyles` puts it into pages. */
export function isCarriedStyle(text: string): boolean {
  return knownTexts.has(text)
}

const known = new Map<string, string>()
const knownTexts = new Set<string>()

/** The names of built files hold a hash of their content: each is read once. */
function readSheet(address: string): string {
  const text = known.get(address) ?? readFileSync(`build/client${address}`, 'utf8').trim()
  known.set(address, text)
  knownTexts.add(text)
  return text
}
