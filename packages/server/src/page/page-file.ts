/** A file of the page that a server shows to people. */
export interface PageFile {
  /** Its name beside the page, such as `view.js`. The page itself: an empty text. */
  readonly name: string;
  readonly contentType: string;
  readonly content: string;
}
