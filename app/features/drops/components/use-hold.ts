import { useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { holdProofField } from '#app/http/hold-proof.ts'
import { proofFor, sendProven } from '#app/http/use-hold-proof.ts'
import type { RefusalText } from '../words.ts'

/** The response to a refused reservation. */
export type HoldRefusal = {
  refusal: RefusalText
  nearest: number[]
  /** The buyer has as many as one buyer can have: no other number is offered. */
  isLimit?: boolean
  /** The submitted values when an early-access code was refused. */
  number?: number | null
  code?: string
  /** The response was lost: the hold may exist, so retry with the same key. */
  hasNoResponse?: boolean
}

/** Holding a number from the page of its drop. */
export type Holding = {
  /** The number of the request in flight. */
  pending: number | undefined
  /** Why the last attempt failed, until another number is chosen. */
  refused: HoldRefusal | undefined
  hold: (number: number) => void
  /** Starts computing the proof of work before the press. */
  prepare: () => void
  reset: () => void
}

/**
 * Starts reservations, of the variant with this id where there is a choice. Each choice has one idempotency key, so a second press or a retry never starts a second order.
 */
export function useHold(slug: string, variant: string | undefined): Holding {
  const fetcher = useFetcher<HoldRefusal>()
  const choice = useRef<{ number: number; variant: string | undefined; key: string }>(null)
  const isUnderWay = useRef(false)
  const nextKey = useRef<string>(null)
  const [requested, setRequested] = useState<number>()
  const [isProving, setProving] = useState(false)
  const isPending = isProving || fetcher.state !== 'idle'
  const subject = `drop:${slug}`

  async function send(number: number, key: string) {
    await sendProven({ what: subject, key }, async (proof) => {
      setProving(true)
      const fields = { number, key, ...(variant && { variant }), [holdProofField]: await proof }
      setProving(false)
      await fetcher.submit(fields, { method: 'post', action: `/drops/${slug}/reserve` })
    })
  }

  return {
    pending: isPending ? requested : undefined,
    refused: !isPending && requested !== undefined ? fetcher.data : undefined,
    hold(number) {
      // A double click submits twice before a render. The second submission would cancel the first one's navigation.
      if (isUnderWay.current) return
      isUnderWay.current = true
      if (choice.current?.number !== number || choice.current.variant !== variant) {
        choice.current = { number, variant, key: nextKey.current ?? randomKey() }
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
