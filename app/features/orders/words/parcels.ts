import { type Carrier, carriers, trackingUrl } from '../rules/parcel.ts'

const carrierWords: Record<Carrier, string> = {
  usps: 'USPS',
  ups: 'UPS',
  fedex: 'FedEx',
  other: 'Other carrier',
}

export const carrierChoice = carriers.map((carrier) => [carrier, carrierWords[carrier]] as const)

export const openCarrierChoice = [['', 'Choose a carrier'], ...carrierChoice] as const

export type ShownTracking = { text: string; url: string | null }

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

export const trackShipmentWords = 'Track the shipment'

export const correctedShipment = {
  label: 'Tracking number',
  text: 'We corrected the tracking number of the firearm on its way to your dealer. The one that we sent before was wrong.',
}
