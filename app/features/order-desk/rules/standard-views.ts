export const standardViews = [
  { name: 'All', query: '' },
  { name: 'To decide', query: 'stage=review' },
  { name: 'Balance due', query: 'balance=due,overdue' },
  { name: 'Before build', query: 'stage=reserved,agreed,balance_paid' },
  { name: 'At dealer', query: 'stage=at_dealer,form4_filed,form4_approved' },
  { name: 'To ship', query: 'parcel=to_ship' },
  { name: 'Dealer silent or declined', query: 'dealer=declined' },
] as const
