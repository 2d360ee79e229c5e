/** Base URL for parsing; `.invalid` can never be a real host (RFC 2606). */
const placeholderOrigin = 'http://local.invalid'

/** Browsers read `//host`, `/\host` and `/<tab>/host` as other sites, so these are refused. */
export function safeLocalPath(value: FormDataEntryValue | null | undefined, fallback: string): string {
  if (typeof value !== 'string' || value.length > 2_000 || !/^\/(?![/\\])/.test(value)) return fallback
  if (hasControlCharacter(value) || value.includes('\\')) return fallback
  if (!URL.canParse(value, placeholderOrigin)) return fallback
  const url = new URL(value, placeholderOrigin)
  // `/.//host` is parsed to the path `//host`, which the next parser would take for a host.
  if (url.origin !== placeholderOrigin || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}

function hasControlCharacter(value: string): boolean {
  return Array.from(value).some((letter) => letter < ' ' || letter === '\u007f')
}
