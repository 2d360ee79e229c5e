// Why a command was refused, in sentences for the terminal.

const sentences: Record<string, string> = {
  order_not_found: 'There is no such order.',
  not_paid: 'This order is not paid.',
  nothing_to_dispatch: 'Nothing of this order is left to send.',
  no_such_line: 'This order has no such line, or it was given back.',
  no_such_method: 'There is no way of shipping of that code: see shipping.',
  no_such_exemption: 'There is no such exemption: see tax-rates.',
  not_a_reservation: 'This order holds no reservation.',
  no_such_move: 'A reservation moves one stage on or back at a time.',
  too_much: 'That is nothing, or more than is left of what was paid.',
  refund_under_way: 'A refund of this order is under way already.',
  drop_not_found: 'There is no drop at that address.',
  not_coming_soon: 'Only a drop that is coming soon can be opened.',
  archived: 'This drop is in the archive.',
  platform_not_found: 'There is no platform of that id.',
  already_available: 'This platform can be built already.',
  no_such_thing: 'Nothing of that id is counted: see stock.',
  no_such_unit: 'There is no such number.',
  already_open: 'This number is open.',
  being_paid: 'This number is being paid for at this moment.',
  hold_is_over: 'The hold is over already: the number is free.',
  refund_first: 'This number is sold: refund it first.',
  session_not_found: 'There is no class of that id.',
  session_over: 'This class is over.',
  session_in_the_past: 'A class has to begin in the future.',
  course_not_found: 'There is no course of that name. Courses are named as in the addresses of their pages.',
  role_not_found: 'There is no such role among the instructors.',
  too_many_seats: 'A class has one to twelve seats.',
  closes_too_late: 'The list closes before the class begins.',
  no_such_moment: 'Write the date and the time as 2026-12-05 09:00, in the time of the shop.',
  nothing_to_review: 'No payment of this order is held for review.',
  nothing_to_pay_out: 'No refund of this order waits for being paid out by hand.',
  not_by_invoice: 'This shop is not paid by invoice (PAYMENTS=manual).',
  no_invoice: 'There is no invoice of that order.',
  already_received: 'This invoice is noted as paid already.',
  no_such_state: 'We serve the 50 states and the District of Columbia: there is no rule of another.',
  rule_not_found: 'There is no rule of a place under that name.',
  file_not_found: 'There is no such file.',
  list_unknown: 'The first line is not the header of the federal list of licensees.',
  list_empty: 'The list names no dealer.',
  list_too_short:
    'The list names less than half of the dealers we know: it is broken, or a part. Nothing was changed.',
  no_dealer: 'No dealer is chosen for this order yet.',
  form_filed: 'The transfer form is filed and names the dealer.',
  dealer_not_found: 'No listed dealer answers that.',
  job_not_found: 'There is no failed job of that id.',
}

/** The sentence for a refusal; its bare reason where there is none, which beats saying nothing. */
export function refusalSentence(why: string): string {
  return sentences[why] ?? `Refused: ${why}.`
}
