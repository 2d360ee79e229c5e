// An address in Miami: as a form sends it, and as an order stores it.

export const miamiForm = {
  name: 'Jordan Buyer',
  email: 'buyer@example.com',
  phone: '',
  shipStreet: '1 Ocean Drive',
  shipLine2: '',
  shipCity: 'Miami',
  shipState: 'FL',
  shipZip: '33139',
  shipCounty: '',
  shippingMethod: 'ground',
}

/** Where a parcel goes, without its buyer. */
export const shipToMiami = {
  shipStreet: '1 Ocean Drive',
  shipLine2: null,
  shipCity: 'Miami',
  shipState: 'FL',
  shipZip: '33139',
  shipCounty: 'Miami-Dade',
  shippingMethod: 'ground',
}

/** The same with a buyer who lives there. */
export const toMiami = {
  ...shipToMiami,
  buyerName: 'Jordan Buyer',
  buyerEmail: 'buyer@example.com',
  buyerPhone: null,
  buyerState: 'FL',
  buyerZip: '33139',
}
