export interface FailureNoticeProps {
  readonly words: string;
  /** Absent where it is too late. */
  readonly onRetry?: () => void;
}

/** What went wrong, in the words of whoever knows. */
export function FailureNotice({ words, onRetry }: FailureNoticeProps) {
  return (
    <div className="failure" role="alert">
      <p>
        <strong>This went wrong.</strong> {words}
      </p>
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
