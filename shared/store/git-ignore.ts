/** The file by which an index folder keeps itself out of a vault's repository. */
export const GIT_IGNORE = '.gitignore';
