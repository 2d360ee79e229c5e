import { Status } from '#app/features/console/components/status.tsx'
import { artPalette, raisedGround } from '#app/art/art-theme.ts'
import { contrastOf } from '#app/art/contrast.ts'
import { dropThemes } from '#app/features/drops/rules.ts'
import { colorFault } from '#app/features/drops/rules/publish-checks.ts'

type Look = { theme: string; accent: string; ground: string }

/** Whether text in the colors of a plan can be read. */
export function ContrastNote({ look }: { look: Look }) {
  const theme = dropThemes.find((each) => each === look.theme)
  if (!theme) return null // the field of the theme says so
  const fault = colorFault({ ...look, theme })
  if (fault?.why === 'no_color')
    return (
      <p className="mt-2">
        <Status kind="over">Write the {fault.field} as #rrggbb, or leave it empty.</Status>
      </p>
    )
  const palette = artPalette(theme, look)
  const ratio = contrastOf(palette.accent, raisedGround(theme, look))
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2">
      <span
        className="inline-grid h-7 w-10 place-items-center border border-control"
        style={{ background: palette.ground, color: palette.accent }}
        aria-hidden
      >
        Aa
      </span>
      <Status kind={fault ? 'over' : 'done'}>
        {fault
          ? `The accent has a contrast of ${ratio.toFixed(1)} : 1 on the page. Text needs 4.5 : 1: choose a lighter one.`
          : `The accent has a contrast of ${ratio.toFixed(1)} : 1 on the page.`}
      </Status>
    </p>
  )
}
