/** What is to be filled in, as people write it. */
export const letter = `Dear Teahouse,

four of us would like to taste tea on 18 May 2030 at half past seven in the evening, in the garden room, at the window. It is for Grace, who has her birthday. Please remind me the day before at nine.

Something strong, a Darjeeling if you have it, with scones, lemon and honey, and music. Her ribbon is always blue (#2a5d9f). We have a voucher, TEA-2030.

Send the tea for my mother to 12 St James's Square, London, with a card: “With love, from all of us.”

Ada Lovelace, ada@example.com`;
