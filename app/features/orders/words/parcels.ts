import { type Carrier, carriers, trackingUrl } from '../rules/parcel.ts'

/** What people call a carrier. */
const carrierWords: Record<Carrier, string> = {
  usps: 'USPS',
  ups: 'UPS',
  fedex: 'FedEx',
  other: 'Other carrier',
}

/** The carriers as a choice: pairs of value and words. */
export const carrierChoice = carriers.map((carrier) => [carrier, carrierWords[carrier]] as const)

/** The same where none is chosen yet. */
export const openCarrierChoice = [['', 'Choose a carrier'], ...carrierChoice] as const

/** A tracking number with its carrier, and the carrier's page about it where there is one. */
export type ShownTracking = { text: string; url: string | null }

/** A parcel's tracking as buyers read it, or null while there is no number. */
export function showTracking({
  carrier,
  tracking,
}: {
  carrier: Carrier
  tracking: string
}): ShownTracking | null {
  if (!tracking) return null
  const text = carrier === 'other' ? tracking : `${carrierWords[carrier]} ${tracking}`
  return { text, url: trackingUrl(carrier, tracking) }
}

/** The link to the carrier's page in an email about a firearm on its way to its dealer. */
export const trackShipmentWords = 'Track the shipment'

/** What the buyer reads once the tracking of a firearm was corrected. */
export const correctedShipment = {
  label: 'Tracking number',
  text: 'We corrected the tracking number of the firearm on its way to your dealer. The one that we sent before was wrong.',
}
