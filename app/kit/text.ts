/** Characters that nobody sees and that turn, hide or break the text around them. Line breaks and tabs are not among them. */
const hidden =
  /(?![\t\n\r])[\p{Cc}\p{Co}\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/gu

/** All that draws nothing: spaces, controls, joiners, fillers, the empty pattern of Braille. */
const drawsNothing = /^[\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** What a person typed into a form, as it is stored: without hidden characters, and empty where nothing of it can be seen. */
export function visibleText(typed: string): string {
  const seen = typed.replaceAll(hidden, '')
  // Spaces stay as they were typed: each field trims its own.
  return seen.trim() !== '' && drawsNothing.test(seen) ? '' : seen
}

/** The value of a field of one line. A browser sends no line break from one, other programs do. */
export function oneLine(typed: string): string {
  return typed.replaceAll(/[\t\n\r]+/g, ' ').trim()
}

/** What people copy along with a code, before it: `Order ARFYSDH9RD`, `Certificate no. 7KQ2-M94T-3B`, `your code: ...`. */
const beforeCode = /^\W*((the|my|your|order|invoice|build|certificate|code|number|no|is)\b\W*)+(?=\w)/i

export function normalizeCode(typed: string): string {
  return typed
    .replace(beforeCode, '')
    .toUpperCase()
    .replaceAll(/[\s.:#-]/g, '')
}

/** A number of the United States as people read it: `(305) 555-0100`, of ten digits or of `+13055550100`. Others stay as they are. */
export function formatPhone(number: string): string {
  return number.replace(/^(?:\+1)?(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}

export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** `2,499`. Not by the platform's formatter: creating one takes a phone's browser a tenth of a second. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

export function countOf(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`
}
