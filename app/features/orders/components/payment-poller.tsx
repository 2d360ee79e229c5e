import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** How often the page asks again while a payment or a refund is being settled, in seconds. */
const everySeconds = 3

/** Asks for the page's data again and again, as long as somebody looks; without script the whole page is asked for. */
export function PaymentPoller() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, everySeconds * 1_000)
    return () => clearInterval(timer)
  }, [revalidate])
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(everySeconds)} />
    </noscript>
  )
}
