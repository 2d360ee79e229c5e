import { useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { holdProofField } from '#app/http/hold-proof.ts'
import { proofFor } from '#app/http/use-hold-proof.ts'
import type { RefusalText } from '../words.ts'

/** The answer to a reservation that was not started. */
export type HoldRefusal = {
  refusal: RefusalText
  nearest: number[]
  /** What was typed with an early-access code that was refused. */
  number?: number | null
  code?: string
  /** No answer came: the number may be this visitor's own already, and the same press has to be repeated. */
  hasNoResponse?: boolean
}

/** Holding a number from the page of its drop. */
export type Holding = {
  /** The number that is being asked for right now. */
  pending: number | undefined
  /** Why the last try came to nothing, until something else is chosen. */
  refused: HoldRefusal | undefined
  hold: (number: number) => void
  /** Somebody comes near a button: the proof of the next press is begun. */
  prepare: () => void
  reset: () => void
}

/**
 * Starts reservations. Each choice has a key of its own, made once: pressing twice, or again after the connection
 * failed, starts the same order and never a second one.
 */
export function useHold(slug: string): Holding {
  const fetcher = useFetcher<HoldRefusal>()
  const choice = useRef<{ number: number; key: string }>(null)
  const isUnderWay = useRef(false)
  const nextKey = useRef<string>(null)
  const [requested, setRequested] = useState<number>()
  const [isProving, setProving] = useState(false)
  const isPending = isProving || fetcher.state !== 'idle'
  const subject = `drop:${slug}`

  async function send(number: number, key: string) {
    setProving(true)
    const proof = await proofFor(subject, key)
    setProving(false)
    const fields = { number, key, [holdProofField]: proof }
    await fetcher.submit(fields, { method: 'post', action: `/drops/${slug}/reserve` })
  }

  return {
    pending: isPending ? requested : undefined,
    refused: !isPending && requested !== undefined ? fetcher.data : undefined,
    hold(number) {
      // The second press of a double one comes before the first is drawn. Sent as well, it would end the first one's way
      // to the checkout in the middle.
      if (isUnderWay.current) return
      isUnderWay.current = true
      if (choice.current?.number !== number) {
        choice.current = { number, key: nextKey.current ?? randomKey() }
        nextKey.current = null
      }
      setRequested(number)
      void send(number, choice.current.key).finally(() => {
        isUnderWay.current = false
      })
    },
    prepare() {
      nextKey.current ??= randomKey()
      void proofFor(subject, nextKey.current)
    },
    reset: () => setRequested(undefined),
  }
}

/** 128 random bits. Not `randomUUID`, which browsers refuse on an address without https. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
