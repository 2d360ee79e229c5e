// The pens of a blueprint inside a page. A drawing that is a file takes the same rules.
import plugin from 'tailwindcss/plugin'
import { penRules } from './blueprint/pen-style.ts'
import type { StyleRules } from './style-rules.ts'

// oxlint-disable-next-line import/no-default-export -- Tailwind takes a plugin by it
export default plugin((sheet) => {
  sheet.addBase(inText(penRules))
  sheet.addBase({
    '@media (prefers-reduced-motion: no-preference)': {
      '.bp .bp-just': { animation: 'bp-plot 900ms var(--ease-in-out) both' },
    },
    '@keyframes bp-plot': {
      from: { 'clip-path': 'inset(-20% 104% -20% -4%)' },
      to: { 'clip-path': 'inset(-20% -4% -20% -4%)' },
    },
  })
})

function inText(rules: StyleRules) {
  const declared = (declarations: StyleRules[string]) =>
    Object.fromEntries(Object.entries(declarations).map(([name, value]) => [name, String(value)]))
  return Object.fromEntries(Object.entries(rules).map(([selector, each]) => [selector, declared(each)]))
}
