import { type Availability, productData } from '#app/http/structured-data.tsx'
import type { DropStatus } from '../rules.ts'
import type { DropView } from './drop-view.server.ts'

const availabilities: Record<DropStatus, Availability> = {
  coming_soon: 'PreOrder',
  live: 'LimitedAvailability',
  sold_out: 'SoldOut',
  archived: 'Discontinued',
}

export function dropData(publicUrl: string, drop: DropView, image: string, description: string) {
  const { path, name, status, basePrice, launchDate, endDate } = drop
  return productData(publicUrl, {
    path,
    name,
    description,
    image,
    priceCents: basePrice,
    availability: availabilities[status],
    category: drop.smallBatch ? 'Small-batch releases' : 'Limited drops',
    terms: {
      ...(launchDate && { availabilityStarts: launchDate.toISOString() }),
      ...(endDate && { availabilityEnds: endDate.toISOString() }),
      // A firearm is collected at a dealer, and goes to no buyer by parcel.
      availableDeliveryMethod: 'http://purl.org/goodrelations/v1#DeliveryModePickUp',
      shippingDetails: { '@type': 'OfferShippingDetails', doesNotShip: true },
    },
  })
}
