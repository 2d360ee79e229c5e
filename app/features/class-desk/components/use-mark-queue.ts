import { useCallback, useEffect, useRef, useState } from 'react'
import { dequeueMark, enqueueMark, parseQueue, type QueuedMark, rosterPath } from '../../courses/roster.ts'

type Answer = { refusal?: string }

/** How long to wait before the network is tried again, in milliseconds. */
const retryMs = 4_000

/** Whether presses reach the shop: `waiting` for the network, or `signed_out` until somebody signs in again. */
export type QueueState = 'sent' | 'sending' | 'waiting' | 'signed_out'

/**
 * Sends marks one by one, in the order in which they were pressed. Until the shop has answered they are stored in this browser's
 * storage, so that neither a dead network nor a closed page loses one. `refresh` shows what they led to, and throws where the
 * network is gone again.
 */
export function useMarkQueue(sessionId: string, refresh: () => Promise<void>) {
  const storageKey = `paco-roster-${sessionId}`
  const queueRef = useRef<QueuedMark[]>([])
  const isRunning = useRef(false)
  const [queue, setQueue] = useState<QueuedMark[]>([])
  const [answered, setAnswered] = useState<QueuedMark[]>([])
  const [refusals, setRefusals] = useState<{ order: string; words: string }[]>([])
  const [state, setState] = useState<QueueState>('sent')

  const store = useCallback(
    (next: QueuedMark[]) => {
      queueRef.current = next
      setQueue(next)
      window.localStorage.setItem(storageKey, JSON.stringify(next))
    },
    [storageKey],
  )

  const run = useCallback(async () => {
    if (isRunning.current) return
    isRunning.current = true
    for (let [next] = queueRef.current; next; [next] = queueRef.current) {
      setState('sending')
      const answer = await send(sessionId, next)
      if (answer === 'no_network' || answer === 'signed_out') {
        setState(answer === 'signed_out' ? 'signed_out' : 'waiting')
        break
      }
      const { id, order } = next
      const { refusal } = answer
      if (refusal)
        setRefusals((all) => [...all.filter((each) => each.order !== order), { order, words: refusal }])
      else setAnswered((all) => [...all, next])
      store(dequeueMark(queueRef.current, id))
    }
    isRunning.current = false
    if (queueRef.current.length > 0) return
    setState('sent')
    try {
      await refresh()
      setAnswered([])
    } catch {
      // The marks are shown as they were pressed.
    }
  }, [sessionId, store, refresh])

  // What an earlier visit could not hand over.
  useEffect(() => {
    const stored = parseQueue(window.localStorage.getItem(storageKey))
    if (stored.length === 0) return
    store(stored)
    void run()
  }, [storageKey, store, run])

  useEffect(() => {
    if (state !== 'waiting') return undefined
    const again = () => void run()
    const timer = window.setInterval(again, retryMs)
    window.addEventListener('online', again)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [state, run])

  const press = (marks: readonly Omit<QueuedMark, 'id'>[]) => {
    const orders = new Set(marks.map(({ order }) => order))
    setRefusals((all) => all.filter(({ order }) => !orders.has(order)))
    store(
      marks.reduce<QueuedMark[]>(
        (all, each) => enqueueMark(all, { ...each, id: crypto.randomUUID() }),
        queueRef.current,
      ),
    )
    void run()
  }

  return { press, pending: [...answered, ...queue], waiting: queue.length, refusals, state }
}

async function send(sessionId: string, { order, mark, to, score }: QueuedMark) {
  const body = new URLSearchParams({
    row: order,
    mark,
    to,
    ...(score !== undefined && { score: String(score) }),
  })
  try {
    const response = await fetch(`${rosterPath(sessionId)}/marks`, {
      method: 'POST',
      body,
      headers: { Accept: 'application/json' },
      redirect: 'manual',
    })
    // A redirect leads to the sign-in; 401 and 403 say the same in another way.
    if (response.type === 'opaqueredirect' || response.status === 401 || response.status === 403)
      return 'signed_out'
    if (response.status >= 500 || response.status === 429) return 'no_network'
    return (await response.json()) as Answer
  } catch {
    return 'no_network'
  }
}
