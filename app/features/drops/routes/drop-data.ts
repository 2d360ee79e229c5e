import { type Availability, productData } from '#app/http/structured-data.ts'
import { type DropStatus, dropPath, type SmallBatch } from '../rules.ts'

const availabilities: Record<DropStatus, Availability> = {
  coming_soon: 'PreOrder',
  live: 'LimitedAvailability',
  sold_out: 'SoldOut',
  archived: 'Discontinued',
}

type ListedDrop = {
  slug: string
  smallBatch: SmallBatch | null
  name: string
  basePrice: number
  launchDate: Date | null
  endDate: Date | null
  live: { status: DropStatus }
}

export function dropData(publicUrl: string, drop: ListedDrop, image: string, description: string) {
  const { name, basePrice, launchDate, endDate, live } = drop
  return productData(publicUrl, {
    path: dropPath(drop),
    name,
    description,
    image,
    priceCents: basePrice,
    availability: availabilities[live.status],
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
