const ENGLISH = new Set(
  (
    'a about after all also am an and any are as at be because been before being but by can could did do does doing down during each few for from had has ' +
    'have having he her here hers him his how i if in into is it its just me more most my no nor not of off on once only or other our out over own same ' +
    'she should so some such than that the their them then there these they this those through to too under until up very was we were what when where ' +
    'which while who whom why will with would you your yours dont doesnt didnt cant isnt arent wasnt wont im ive youre its thats'
  ).split(' '),
);

/** Whether a word, as written, is an English function word: `so`, but not `sở`. */
export function isStopWord(word: string): boolean {
  return word.length <= 8 && ENGLISH.has(word.normalize('NFKC').toLowerCase().replace(APOSTROPHES, ''));
}

const APOSTROPHES = /['\u2019]/g;
