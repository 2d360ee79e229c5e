import { useEffect, useRef, useState } from 'react'
import { Status } from '#app/features/console/components/status.tsx'
import { artPalette, raisedGround } from '#app/art/art-theme.ts'
import { contrastOf } from '#app/art/contrast.ts'
import { submittedFields, typedIn } from '#app/http/submitted-fields.ts'
import { dropThemes } from '#app/features/drops/rules.ts'
import { colorFault } from '#app/features/drops/rules/publish-checks.ts'

type Look = { theme: string; accent: string; ground: string }

/** Whether the colors that are typed can be read, measured while they are typed. */
export function ContrastNote({ initial }: { initial: Look }) {
  const note = useRef<HTMLParagraphElement>(null)
  const [look, setLook] = useState(initial)
  useEffect(() => {
    const form = note.current?.closest('form')
    if (!form) return
    const read = () => {
      const given = submittedFields(new FormData(form))
      const color = (name: string) => typedIn(given, name).trim().toLowerCase()
      setLook({ theme: typedIn(given, 'theme'), accent: color('accent'), ground: color('ground') })
    }
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [])
  const theme = dropThemes.find((each) => each === look.theme)
  if (!theme) return <p ref={note} role="status" /> // the field of the theme says so
  const fault = colorFault({ ...look, theme })
  if (fault?.why === 'no_color')
    return (
      <p ref={note} className="mt-2" role="status">
        <Status kind="over">Write the {fault.field} as #rrggbb, or leave it empty.</Status>
      </p>
    )
  const palette = artPalette(theme, look)
  const ratio = contrastOf(palette.accent, raisedGround(theme, look))
  return (
    <p ref={note} className="mt-2 flex flex-wrap items-center gap-2" role="status">
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
