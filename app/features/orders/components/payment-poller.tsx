/** Reads the page anew while a payment or refund is pending: `site/unsettled.ts`, or the browser where it runs no script. */
export function PaymentPoller() {
  return (
    <div hidden data-unsettled>
      <noscript>
        <meta httpEquiv="refresh" content="3" />
      </noscript>
    </div>
  )
}
