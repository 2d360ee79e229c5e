import {
  addBookmark,
  addElement,
  type Element,
  type PdfDocument,
  type Tag,
  writeArtifact,
} from './document.server.ts'
import { type Block, fragmentsOf } from './blocks.server.ts'
import type { PageStyle } from './page-styles.server.ts'
import { heightOf, type TextStyle, writeText } from './text.server.ts'

/** Content that flows from page to page. Heights are points from the top of the page. */
export type PageFlow = {
  document: PdfDocument
  style: PageStyle
  runningTitle: string
  pages: number
  y: number
}

export function addPage(flow: PageFlow) {
  const { document, style, runningTitle } = flow
  document.pdf.addPage()
  flow.pages += 1
  flow.y = style.top
  writeArtifact(document, () => style.drawMargins(document, runningTitle, flow.pages))
}

export function writeLine(
  flow: PageFlow,
  tag: Tag,
  text: string,
  textStyle: TextStyle,
  { x, width }: { x: number; width: number },
) {
  const { document, y } = flow
  flow.y = writeText(document, document.root, tag, text, textStyle, { x, y, width })
}

export function writeChapter(flow: PageFlow, title: string, blocks: readonly Block[], isOnNewPage = false) {
  const { document, style } = flow
  const { textStyles, top, bottom, left, measure, chapterGap, headingGap } = style
  const fragments = blocks.flatMap((block) => fragmentsOf(document, style, block))
  const heading = heightOf(document, title, textStyles.heading, measure) + headingGap
  const height = fragments
    .slice(0, 2)
    .reduce((sum, fragment) => sum + fragment.height + (fragment.gap ?? 0), heading)
  const gap = flow.y > top ? chapterGap : 0
  if (isOnNewPage && flow.y > top) addPage(flow)
  else if (flow.y + gap + Math.min(height, bottom - top) > bottom) addPage(flow)
  else flow.y += gap

  const section = addElement(document, document.root, 'Sect')
  addBookmark(document, title, flow.y - headingGap)
  const box = { x: left, y: flow.y, width: measure }
  flow.y = writeText(document, section, 'H2', title, textStyles.heading, box) + headingGap
  for (const fragment of fragments) writeFragment(flow, section, fragment)
}

function writeFragment(flow: PageFlow, section: Element, fragment: ReturnType<typeof fragmentsOf>[number]) {
  const { top, bottom } = flow.style
  if (flow.y + Math.min(fragment.height, bottom - top) > bottom) addPage(flow)
  fragment.write(section, flow.y)
  flow.y += fragment.height + (fragment.gap ?? 0)
}
