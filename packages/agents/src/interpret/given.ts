type Given<Members> = { [Name in keyof Members]?: Members[Name] & (NonNullable<unknown> | null) };

/** The members that are there. */
export function given<Members extends object>(members: Members): Given<Members> {
  const there: Given<Members> = {};
  for (const name in members) {
    const value = members[name];
    if (value !== undefined) there[name] = value;
  }
  return there;
}
