import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

/** One tab and what it shows. */
export type Tab = { value: string; label: ReactNode; content: ReactNode }

type Props = {
  tabs: readonly Tab[]
  /** The accessible name of the row. */
  label: string
  defaultValue?: string
  onChange?: (value: string) => void
}

/** Tabs with arrow keys. For filters that belong in the address use links in an element of the class `tabs` instead. */
export function Tabs({ tabs, label, defaultValue = tabs[0]?.value ?? '', onChange }: Props) {
  return (
    <Base.Root defaultValue={defaultValue} onValueChange={(value) => onChange?.(String(value))}>
      <Base.List className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
