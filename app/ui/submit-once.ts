import type { SubmitEvent } from 'react'
import type { FetcherWithComponents } from 'react-router'

/**
 * The `onSubmit` of a fetcher's form whose button is busy while the fetcher is. The fetcher's state is shown at once, so that
 * a double press is sent once: React would show it after the second press, and the router cannot follow two redirects of
 * one fetcher ("Expected fetcher").
 */
export function submitOnce({ state, submit }: Pick<FetcherWithComponents<unknown>, 'state' | 'submit'>) {
  return (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    const target = submitter instanceof HTMLButtonElement ? submitter : event.currentTarget
    if (state === 'idle') void submit(target, { flushSync: true })
  }
}
