export const decisionWords = {
  approved: {
    title: 'Your build is approved',
    text: 'We checked your build and fixed its final price. Read it, and accept it if it is right. Nothing is built before you do.',
  },
  declined: {
    title: 'We can’t build this',
    text: 'We checked your build and can’t build it as it is. You owe nothing. You’re welcome to change it and submit it again.',
  },
  button: 'Read the price',
  private: 'Anyone who has this link can accept the price for you. Don’t forward it.',
  lead: (weeks: number) => `${weeks === 1 ? '1 week' : `${weeks} weeks`} from the paid balance`,
  page: {
    title: 'Your build, your price',
    lead: 'Please read what we build for you. Accept it, and the refundable deposit reserves your slot.',
    accepted: 'You accepted this. The refundable deposit reserves your slot.',
    reserved:
      'Your deposit is paid and this is agreed. Everything else is on your order page, which we emailed you.',
    turnedDown: 'You turned this down. Nothing is built and nothing is owed.',
    expired: 'This price has ended. Write to us and we’ll send you a new one.',
    accept: 'Accept and Pay the Deposit',
    pay: 'Pay the Deposit',
    decline: 'I Don’t Want It',
    next: [
      'You pay the refundable deposit, which is credited in full.',
      'We ask for the balance by email, with a due date. The build starts once it is paid.',
      'Your dealer receives it, and hands it over when the law allows.',
    ],
    notFound: {
      title: 'Price Not Found',
      text: 'Open the link from our latest email in full. A newer email ends an older link.',
      link: { to: '/contact', label: 'Contact' },
    },
  },
  refusals: {
    not_offered: 'There is nothing to accept anymore.',
    terms_changed: 'We changed the price since you opened this page. Please read it again.',
    turned_down: 'You turned this down.',
    expired: 'This price has ended. Write to us and we’ll send you a new one.',
    transferee_missing: 'Say who will own it: Form 4 names them.',
    not_confirmed: 'Check the box to accept.',
    reserved: 'Your deposit is paid. Your order page says how to end the reservation.',
  },
} as const
