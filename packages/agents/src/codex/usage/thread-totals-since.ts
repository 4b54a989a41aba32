/** The first version checked that goes on with the totals of a session when it resumes it. */
export const THREAD_TOTALS_SINCE = '0.80.0';
