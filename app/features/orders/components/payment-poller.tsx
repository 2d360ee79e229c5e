import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** How often the page reloads its data while a payment or refund is pending, in seconds. */
const everySeconds = 3

/** Reloads the page's data while the page is visible; without script, the whole page. */
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
