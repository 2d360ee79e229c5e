import { useEffect, useRef, useState } from 'react'
import { chosenVariant, countUnits, lowestOpen, type UnitState, unitChanges } from '../rules.ts'
import { changeWords } from '../words.ts'
import type { VariantView } from './rifle-facts.tsx'
import { type Holding, useHold } from './use-hold.ts'

/** The chosen number and announcements about the others. */
export type NumberChoice = {
  /** The chosen number, or the lowest open one. */
  number: number | undefined
  isChosen: boolean
  choose: (number: number) => void
  /** The variants of the drop, and the one to be held; undefined where there is no choice. */
  variants: readonly VariantView[]
  variant: VariantView | undefined
  chooseVariant: (id: string) => void
  holding: Holding
  /** The screen reader announcement. */
  announcement: string
  announce: (words: string) => void
}

/** Keeps the chosen number while units change. */
export function useNumberChoice(
  slug: string,
  units: readonly UnitState[],
  variants: readonly VariantView[],
): NumberChoice {
  const [chosen, setChosen] = useState<number>()
  const [variantId, setVariantId] = useState<string>()
  const variant = chosenVariant(variants, variantId)
  const [announcement, announce] = useState('')
  const holding = useHold(slug, variant?.id)
  useAnnounceChanges(units, announce)
  return {
    number: chosen ?? lowestOpen(units),
    isChosen: chosen !== undefined,
    choose(number) {
      setChosen(number)
      holding.reset()
      holding.prepare()
      announce(`Number ${number} chosen.`)
    },
    variants,
    variant,
    chooseVariant(id) {
      setVariantId(id)
      holding.reset()
    },
    holding,
    announcement,
    announce,
  }
}

function useAnnounceChanges(units: readonly UnitState[], announce: (words: string) => void) {
  const previous = useRef(units)
  const packed = units.join(' ')
  useEffect(() => {
    const words = changeWords(unitChanges(previous.current, units), countUnits(units).open)
    previous.current = units
    if (words) announce(words)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- compare states, not the array
  }, [packed])
}
