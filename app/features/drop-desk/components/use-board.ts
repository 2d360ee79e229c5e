import { useEffect, useState } from 'react'
import type { BoardView } from '../routes/board.server.ts'

/** A board as JSON has it: moments are texts. */
export type ShownBoard = Jsonified<BoardView>

type Jsonified<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Item)[]
    ? Jsonified<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Jsonified<Value[Key]> }
      : Value

/** The board as the page was loaded with, then each newer one. `isStale` while the line is broken. */
export function useBoard(slug: string, initial: string): { board: ShownBoard; isStale: boolean } {
  const [heard, setHeard] = useState<{ text: string; of: string }>()
  const [isStale, setStale] = useState(false)
  useEffect(() => {
    const source = new EventSource(`/staff/drops/${slug}/live/events`)
    source.addEventListener('open', () => setStale(false))
    source.addEventListener('error', () => setStale(true))
    source.addEventListener('state', ({ data }: MessageEvent<string>) => {
      setStale(false)
      if (data !== 'null') setHeard({ text: data, of: slug })
    })
    return () => source.close()
  }, [slug])
  const text = heard?.of === slug ? heard.text : initial
  return { board: JSON.parse(text) as ShownBoard, isStale }
}
