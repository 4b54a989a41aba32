/** The file in HOME by which the tool server gets through its door, while the turn lasts. */
export const passFileName = '.dragoman-caller.json';
