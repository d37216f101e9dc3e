/** The Monday of a week of ISO 8601, as the local beginning of that day; null if the year has no such week. */
export function mondayOf(year: number, week: number): Date | null {
  if (week < 1 || week > 53) return null;
  // A week belongs to the year of its Thursday, so that the 4th of January is in the first.
  const fourth = localDate(year, 0, 4);
  const monday = fourth.getDate() - ((fourth.getDay() + 6) % 7) + (week - 1) * 7;
  return localDate(year, 0, monday + 3).getFullYear() === year ? localDate(year, 0, monday) : null;
}

/** The local beginning of a day. Years below 100 mean themselves, and days beyond a month those of the next. */
export function localDate(year: number, month: number, day: number): Date {
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month, day);
  return date;
}
