export const cardWords = {
  enter: 'Enter your card',
  change: 'Use another card',
  title: 'Secure card form',
  submit: 'Use this card',
  hint: 'Opens a secure form from Authorize.Net, our payment processor. Your card number goes straight to them and never reaches us. You won’t be charged until you place your order.',
  loading: 'Loading the secure card form.',
  failed:
    'We couldn’t load the card form. Check your connection, turn off anything that blocks scripts from authorize.net, and reload this page.',
  noScript:
    'Paying by card needs JavaScript, because the card form comes from our payment processor. Your hold stays in place. Write to us at /contact and we’ll take your payment another way.',
  entered: (lastFour: string) => (lastFour ? `Card ending in ${lastFour} is ready.` : 'Your card is ready.'),
  refused: 'Those card details weren’t accepted. Please enter your card again.',
} as const

export const cardDataWords =
  'Card numbers can’t be sent to this shop, so we discarded the form. Please enter your card in the secure card form.'
