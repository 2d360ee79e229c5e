/** What the buyer reads where a card is entered in the payment service's own form. */
export const cardWords = {
  enter: 'Enter your card',
  change: 'Use another card',
  title: 'Card form of the payment service',
  submit: 'Use this card',
  hint: 'Opens the form of the payment service, Authorize.Net. Your card number goes to them and never to us. Nothing is charged until you press the button at the end.',
  loading: 'Loading the card form of the payment service.',
  failed:
    'The card form of the payment service could not be loaded. Check your connection or switch off what blocks scripts of authorize.net, and load this page again.',
  noScript:
    'Paying by card needs JavaScript here: the card form is the payment service’s own, so that no card number reaches this shop. It is held for you meanwhile. Write to us at /contact and we take the payment another way.',
  entered: (lastFour: string) => (lastFour ? `Card ending in ${lastFour} is ready.` : 'Your card is ready.'),
  refused: 'The payment service did not accept these card details. Enter the card again.',
} as const

/** Said to a request that carries a card number: it is refused whole, and nothing of it is kept. */
export const cardDataWords =
  'A card number must not be sent to this shop, and what was sent was thrown away. Enter the card in the payment service’s own form.'
