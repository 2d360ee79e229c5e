// What WCAG 2.2 asks of a page and axe cannot measure: text that can be read, reached and pressed at every size.
import { expect, type Page } from '@playwright/test'
import { axe, layoutRules, noLostText, noSidewaysScroll } from './page-checks.ts'

const wide = { width: 1366, height: 768 }
const phone = { width: 390, height: 844 }
const narrow = { width: 320, height: 640 }
/** A window of 1280 x 1024 at 400 %. */
const magnified = { width: 320, height: 256 }
/** The narrowest window that has the navigation in a row. */
const tablet = { width: 768, height: 640 }

/**
 * Looks at the open page in every way: rules, structure, type, keyboard, targets, 320 px and everything at 200 %: of its text, or, on
 * sheets with fixed measures, of the page, as browsers enlarge it.
 */
export async function accessible(page: Page, { enlarged = 'text' }: { enlarged?: 'text' | 'page' } = {}) {
  await page.setViewportSize(wide)
  await axe(page)
  await readableType(page)
  await focusInSight(page)
  if (enlarged === 'text') await bigText(page)
  await page.setViewportSize(phone)
  // The elements are the same: what differs is where they lie.
  await axe(page, undefined, layoutRules)
  await readableType(page)
  await focusInSight(page)
  await bigTargets(page)
  if (enlarged === 'text') await bigText(page)
  await page.setViewportSize(narrow)
  await noSidewaysScroll(page)
  await noLostText(page)
  if (enlarged === 'page') {
    await page.setViewportSize({ width: wide.width / 2, height: wide.height / 2 })
    await noSidewaysScroll(page)
    return page.setViewportSize(wide)
  }
  await spacedText(page)
  await page.setViewportSize(tablet)
  await spacedText(page)
  await page.setViewportSize(magnified)
  await focusInSight(page)
  await noBars(page)
  await page.setViewportSize(wide)
}

/** Asserts that a page reads with its text at 200 % (1.4.4): nothing is cut off or covers other words. */
async function bigText(page: Page) {
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  await nothingLost(page)
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''))
}

/** Asserts that nothing is lost with the spaces of 1.4.12, set by a reader's own style sheet. */
async function spacedText(page: Page) {
  const spaces =
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'
  // The site's content policy allows no style elements of others; sheets of the browser's own it does.
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
  }, spaces)
  await nothingLost(page)
  await page.evaluate(() => void (document.adoptedStyleSheets = []))
}

async function nothingLost(page: Page) {
  await noSidewaysScroll(page)
  await noLostText(page)
  await noCoveredText(page)
}

/** Asserts that no bar stays over a page that is enlarged so far that it would take a good part of it. */
async function noBars(page: Page) {
  const bars = await page.evaluate(() => {
    scrollTo(0, 600)
    const found = new Set<string>()
    for (let y = 2; y < innerHeight; y += 4)
      for (let box = document.elementFromPoint(innerWidth / 2, y); box; box = box.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(box).position)) found.add(box.className)
    scrollTo(0, 0)
    return [...found]
  })
  expect(bars, `bars over ${page.url()} at 400 %`).toEqual([])
}

/** Asserts that no words are smaller than 13 px. What a drawing says is said again beside it. */
async function readableType(page: Page) {
  const small = await page.evaluate(() => {
    const found = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement
      if (!texts.currentNode.textContent?.trim() || !element || element.closest('svg, sup, sub')) continue
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      if (size < 12.99) found.add(`${size} px: ${texts.currentNode.textContent.trim().slice(0, 40)}`)
    }
    return [...found]
  })
  expect(small, `small type on ${page.url()}`).toEqual([])
}

/** Asserts that every control that takes the focus can then be seen (2.4.11): no bar that stays in place covers it. */
async function focusInSight(page: Page) {
  const hidden = await page.evaluate(() => {
    const focusable =
      'a[href], button:not([disabled]), input:not([type=hidden], [disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex="0"]'
    const barOf = (element: Element | null) => {
      for (let box = element; box; box = box.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(box).position)) return box
      return null
    }
    const found: string[] = []
    const elements = [...document.querySelectorAll<HTMLElement>(focusable)]
    // Down the page and up again: a bar at the head hides what is reached from below.
    for (const element of [...elements, ...elements.toReversed()]) {
      if (element.tabIndex < 0 || !element.checkVisibility({ visibilityProperty: true })) continue
      element.focus()
      if (document.activeElement !== element) continue
      // A field without a face of its own is shown by its label.
      const own = element.getBoundingClientRect()
      const label = (element as HTMLInputElement).labels?.[0]
      const face = label && (own.width < 4 || getComputedStyle(element).opacity === '0') ? label : element
      const { left, top, right, bottom } = face.getBoundingClientRect()
      if (right - left < 2 || bottom - top < 2) continue
      const coverAt = (x: number, y: number) => {
        const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
        const bar = barOf(hit)
        if (!hit) return 'the edge of the window'
        return face.contains(hit) || !bar || bar.contains(face) ? undefined : bar.className
      }
      // One point in sight is enough, and nearly always the middle is: looking for what lies at a point is slow.
      const cover = coverAt(0.5, 0.5)
      // A field of many lines is in sight where its first ones are.
      const rows = bottom - top > innerHeight / 2 ? [0.05, 0.15, 0.5, 0.85] : [0.15, 0.5, 0.85]
      const isCovered =
        cover !== undefined && [0.1, 0.5, 0.9].every((x) => rows.every((y) => coverAt(x, y) !== undefined))
      if (isCovered)
        found.push(`${element.outerHTML.slice(0, 80)} under ${cover} at ${Math.round(top)} of ${innerWidth}`)
      element.blur()
    }
    scrollTo(0, 0)
    return found
  })
  expect(hidden, `focus out of sight on ${page.url()}`).toEqual([])
}

/** Asserts that a finger finds every control: 44 px high and wide, but for links within a sentence (2.5.8 asks for 24). */
async function bigTargets(page: Page) {
  const small = await page.evaluate(() => {
    /** What a pressed place may be drawn with: a layer of the control, or of the card that it stands for. */
    const areasOf = (control: HTMLElement) =>
      ['::before', '::after'].flatMap((layer) => {
        const { position, content, width, height } = getComputedStyle(control, layer)
        if (position !== 'absolute' || content === 'none') return []
        return [{ width: Number.parseFloat(width), height: Number.parseFloat(height) }]
      })
    const found = new Set<string>()
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary',
    )
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (control.closest('svg')) continue
      const inline = control.matches('a') && getComputedStyle(control).display === 'inline'
      if (inline) continue
      const boxes = [control, (control as HTMLInputElement).labels?.[0] ?? control, ...areasOf(control)]
      const sizes = boxes.map((box) => (box instanceof Element ? box.getBoundingClientRect() : box))
      const width = Math.max(...sizes.map((box) => box.width))
      const height = Math.max(...sizes.map((box) => box.height))
      if (width < 2 || height < 2 || control.getBoundingClientRect().bottom + scrollY <= 0) continue
      if (width < 43.5 || height < 43.5)
        found.add(`${Math.round(width)} x ${Math.round(height)}: ${control.outerHTML.slice(0, 120)}`)
    }
    return [...found]
  })
  expect(small, `small targets on ${page.url()}`).toEqual([])
}

/** Asserts that no words cover other words, and that no box cuts words off at its lower end. */
async function noCoveredText(page: Page) {
  const faults = await page.evaluate(() => {
    type Line = { left: number; right: number; top: number; bottom: number; of: Element; text: string }
    const lines: Line[] = []
    const found = new Set<string>()
    /** The boxes around an element that cut or scroll its words; undefined where they are not read in place. */
    const boxesAround = (of: Element) => {
      let clip: Element | undefined
      for (let box: Element | null = of; box; box = box.parentElement) {
        const { position, zIndex, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box)
        // What stays in place or opened lies over others, and what is cut after some letters or lines is shown in full elsewhere.
        if (/fixed|sticky/.test(position) || (position === 'absolute' && zIndex !== 'auto')) return undefined
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return undefined
        if (overflowY === 'visible' || box === document.body || box === document.documentElement) continue
        const area = box.getBoundingClientRect()
        if (area.width <= 1 || area.height <= 1) return undefined
        if (!/hidden|clip/.test(overflowY)) return { clip, scroller: area }
        clip ??= box
      }
      return { clip, scroller: undefined }
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      const of = text.parentElement
      if (!text.textContent?.trim() || !of || of.closest('svg, [aria-hidden=true], .sr-only')) continue
      if (!of.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const around = boxesAround(of)
      if (!around) continue
      const { clip, scroller } = around
      const range = document.createRange()
      range.selectNodeContents(text)
      const size = Number.parseFloat(getComputedStyle(of).fontSize)
      let above = Number.NEGATIVE_INFINITY
      for (const { left, right, top, bottom } of range.getClientRects()) {
        if (top > above && top - above < size * 0.85)
          found.add(`lines over lines: ${text.textContent.trim()}`)
        above = top
        if (right - left < 2) continue
        // Scrolled out of a box of its own.
        if (scroller && (left > scroller.right || right < scroller.left || top > scroller.bottom)) continue
        const words = text.textContent.trim().slice(0, 30)
        if (clip && bottom - (bottom - top) * 0.25 > clip.getBoundingClientRect().bottom + 2)
          found.add(`cut off below: ${words}`)
        // The middle of the letters: lines may be set close.
        const slack = (bottom - top) * 0.3
        lines.push({
          left: left + 2,
          right: Math.min(right, scroller?.right ?? right) - 2,
          top: top + slack,
          bottom: bottom - slack,
          of,
          text: words,
        })
      }
    }
    lines.sort((a, b) => a.top - b.top)
    for (const [index, a] of lines.entries())
      for (let next = index + 1; next < lines.length; next++) {
        const b = lines[next]
        if (!b || b.top >= a.bottom) break
        if (a.of === b.of || b.left >= a.right || b.right <= a.left) continue
        found.add(`${a.text} | ${b.text}`)
      }
    return [...found].slice(0, 10)
  })
  expect(faults, `words over words on ${page.url()}`).toEqual([])
}
