/** What is needed of a login to ask the vendor's model. */
export interface VendorLogin {
  readonly token: string;
  /** Whose subscription it is, where requests must say that. */
  readonly accountId?: string | undefined;
  /** When the vendor stops taking the token, in ISO 8601, where it says so itself. */
  readonly expiresAt?: string | undefined;
}

/** How a subscription at a CLI's vendor stands in for a key. Only that CLI may use it. */
export interface AgentLogin {
  /** The vendor, as words. */
  readonly vendor: string;
  /** Where the vendor says what a subscription may be used for. */
  readonly terms: string;
  /** The vendor's address for requests with a login. */
  readonly providerUrl: string;
  /** The first version that was seen to ask with a login. */
  readonly since: string;
  /** The arguments of the CLI's own login. */
  readonly args: readonly string[];
  /** The variable that names the folder in which the CLI keeps its settings, and so the login. */
  readonly folderVariable: string;
  /** The file in that folder which holds the login then. Absent: the CLI prints a token and keeps nothing. */
  readonly file?: string;
  /** What is needed of the text of that file, or of a token. Throws `login_unreadable`; the text is in no error. */
  readonly read: (text: string) => VendorLogin;
  /** What requests with the login have beside the token. */
  readonly headers: (login: VendorLogin) => Readonly<Record<string, string>>;
}
