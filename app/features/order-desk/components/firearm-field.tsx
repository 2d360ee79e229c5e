import { SelectField } from '#app/features/console/components/fields.tsx'
import type { Around } from './document-fields.tsx'

export function FirearmField({ sheet, field }: Around) {
  const open = sheet.firearms.filter(({ isOpen }) => isOpen)
  const [only, ...others] = open
  if (only && others.length === 0) return <input type="hidden" name="position" value={only.position} />
  return (
    <SelectField
      label="Firearm"
      {...field('position')}
      options={open.map(({ position, title }) => [String(position), title] as const)}
    />
  )
}
