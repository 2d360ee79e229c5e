// What the stage knows of the chosen number and variant: the rules that carry it from a radio button to the whole stage.
import plugin from 'tailwindcss/plugin'

const digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

// oxlint-disable-next-line import/no-default-export -- Tailwind takes a plugin by it
export default plugin((sheet) => {
  const rule = (attribute: string, value: number, set: Record<string, string>) =>
    sheet.addBase({ [`.stage:has([data-${attribute}="${value}"]:checked)`]: set })
  for (const figures of [1, 2, 3, 4])
    rule('figures', figures, { '--w': `var(--w${figures})`, '--k': `var(--k${figures})` })
  for (const place of [1, 2, 3, 4])
    for (const digit of digits) rule(`d${place}`, digit, { [`--d${place}`]: `${digit}` })
  for (const variant of [1, 2, 3, 4, 5]) rule('v', variant, { '--v': `${variant}` })
})
