/** Rules of a style sheet by selector. A page has them by `page-styles.ts`, a file of its own as text. */
export type StyleRules = { [selector: string]: { [property: string]: string | number } }

export function styleText(rules: StyleRules): string {
  return Object.entries(rules)
    .map(([selector, declarations]) => {
      const body = Object.entries(declarations).map(([name, value]) => `${name}:${value}`)
      return `${selector}{${body.join(';')}}`
    })
    .join('')
}
