"""The champion at gin: a policy that tries its likely choices against hands that explain what the other player did."""
